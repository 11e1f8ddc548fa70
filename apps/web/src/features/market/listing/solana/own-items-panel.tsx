import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { type CreatorSale, ownItemsMax } from '@adx/validators/sale/sales';
import { useId } from 'react';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenSolanaAddress } from '../../../wallets/short-address.ts';
import { SolanaConnectBar } from '../../../wallets/solana/connect/solana-connect-bar.tsx';
import type { SolanaConnector } from '../../../wallets/solana/connect/use-connect-solana.ts';
import { useSolana } from '../../../wallets/solana/connect/use-solana.ts';
import { TransactionSummary } from '../../../wallets/solana/sign/transaction-summary.tsx';
import { WaitingForWallet } from '../../../wallets/waiting-for-wallet.tsx';
import { listingTexts } from '../listing-texts.ts';
import { countUnownedItems, isClosed } from '../sale-stage.ts';
import type { OwnItemsStep } from './mint-own-items.ts';
import { readOwnReservation } from './own-reservation-store.ts';
import type { OwnItems } from './use-mint-own-items.ts';

const texts = listingTexts.own;

export interface OwnItemsPanelProps {
	readonly sale: CreatorSale;
	readonly connector: SolanaConnector;
	readonly ownItems: OwnItems;
}

/** 'Mint all to me': what it costs first, then batch by batch, each signed in the wallet. */
export function OwnItemsPanel({ sale, connector, ownItems }: OwnItemsPanelProps) {
	const { connection } = useSolana();
	const { wallet, step, note } = ownItems;
	const needsId = useId();
	const isInterrupted = step === null && readOwnReservation(sale.saleId) !== null;
	// Nobody mints covered items once the sale has ended: whoever did could choose, as the order is drawn.
	const isOver = sale.reveal !== null && isClosed(sale);
	const left = isOver ? 0 : countUnownedItems(sale);
	if (left === 0 && step === null && (note === null || isOver) && !isInterrupted) return null;
	const isStarted = isInterrupted || note !== null;
	const isOther = connection !== null && wallet === null;
	return (
		<section aria-label={texts.title} className="grid gap-3 border-t border-border pt-4">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			{left === 0 ? null : <p className="text-sm text-text-2">{costText(sale, left)}</p>}
			{isInterrupted && note === null ? <p className="text-sm text-text-2">{texts.interrupted}</p> : null}
			{step === null && sale.ownCount === 0 ? null : (
				<div>
					<ProgressBar
						thin
						label={texts.bar}
						percent={(sale.ownCount / Math.max(1, sale.ownCount + left)) * 100}
						valueText={texts.progress(sale.ownCount, sale.ownCount + left)}
					/>
					<p className="figures mt-1 text-sm text-text-2">{texts.progress(sale.ownCount, sale.ownCount + left)}</p>
				</div>
			)}
			<SolanaConnectBar connector={connector} isLocked={step !== null} />
			{isOther ? (
				<p role="alert" className="text-sm wrap-anywhere text-ember-text">
					{listingTexts.sign.otherWallet(shortenSolanaAddress(sale.walletAddress))}
				</p>
			) : null}
			{step?.kind === 'asking' || step?.kind === 'signing' ? <TransactionSummary review={step.review} /> : null}
			<StatusMessage
				text={step === null ? (note?.text ?? '') : stepText(step)}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet
					wallet={step?.kind === 'signing' ? (wallet?.wallet.name ?? null) : null}
					count={step?.kind === 'signing' ? step.review.facts.length : 0}
					onCancel={ownItems.cancel}
				/>
			</StatusMessage>
			{step === null ? (
				<div className="grid gap-2">
					<Button
						disabled={wallet === null}
						aria-describedby={connection === null ? needsId : undefined}
						onClick={() => void ownItems.start()}
					>
						{isStarted ? texts.resume : texts.start(left)}
					</Button>
					{connection === null ? (
						<p id={needsId} className="text-sm text-text-2">
							{listingTexts.sign.needsWallet}
						</p>
					) : null}
				</div>
			) : (
				<RunButtons key={String(step.kind === 'asking')} ownItems={ownItems} />
			)}
		</section>
	);
}

/** While it is under way: its end, and either the word to sign or a pause. */
function RunButtons({ ownItems }: Pick<OwnItemsPanelProps, 'ownItems'>) {
	const { wallet, step, isPausing } = ownItems;
	// The button that was pressed before is gone.
	const buttons = useFocusFallback<HTMLDivElement>(null, true);
	return (
		<div ref={buttons} tabIndex={-1} className="flex flex-wrap gap-3 outline-none">
			{step?.kind === 'asking' ? null : (
				<Button className="grow" disabled={isPausing} onClick={ownItems.pause}>
					{isPausing ? texts.pausing : texts.pause}
				</Button>
			)}
			<Button className="grow" onClick={ownItems.cancel}>
				{texts.cancel}
			</Button>
			{step?.kind === 'asking' ? (
				<Button tone="primary" className="grow" disabled={wallet === null} onClick={ownItems.agree}>
					{listingTexts.sign.confirm(wallet?.wallet.name ?? '')}
				</Button>
			) : null}
		</div>
	);
}

function costText({ costs }: CreatorSale, left: number): string {
	const turns = Math.ceil(left / ownItemsMax);
	return costs === null ? texts.textUnknown(left, turns) : texts.text(left, formatAmount(costs.ownAllLamports), turns);
}

function stepText(step: OwnItemsStep): string {
	if (step.kind === 'signing') return '';
	if (step.kind === 'submitting' && step.delay !== null) return texts.steps.delayed;
	return step.kind === 'waiting' ? texts.steps.waiting(step.confirmed, step.count) : texts.steps[step.kind];
}
