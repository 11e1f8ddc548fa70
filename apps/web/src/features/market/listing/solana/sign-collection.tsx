import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { PenLine } from 'lucide-react';
import { useId } from 'react';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenSolanaAddress } from '../../../wallets/short-address.ts';
import { SolanaConnectBar } from '../../../wallets/solana/connect/solana-connect-bar.tsx';
import type { SolanaConnector } from '../../../wallets/solana/connect/use-connect-solana.ts';
import { useSolana } from '../../../wallets/solana/connect/use-solana.ts';
import { TransactionSummary } from '../../../wallets/solana/sign/transaction-summary.tsx';
import { WaitingForWallet } from '../../../wallets/waiting-for-wallet.tsx';
import { listingTexts } from '../listing-texts.ts';
import type { CollectionSigning } from './use-sign-collection.ts';

const texts = listingTexts.sign;

export interface SignCollectionProps {
	readonly sale: CreatorSale;
	readonly connector: SolanaConnector;
	readonly signing: CollectionSigning;
}

/** What the collection costs, what its transaction does, and the signature of the creator's wallet. */
export function SignCollection({ sale, connector, signing }: SignCollectionProps) {
	const { connection } = useSolana();
	const { wallet, step, note, review, cancel } = signing;
	const isOther = connection !== null && wallet === null;
	return (
		<div className="grid gap-4">
			<p className="text-sm text-text-2">{texts.text}</p>
			<Costs costs={sale.costs} />
			<SolanaConnectBar connector={connector} tone="primary" isLocked={step !== null} />
			{isOther ? (
				<p role="alert" className="text-sm wrap-anywhere text-ember-text">
					{texts.otherWallet(shortenSolanaAddress(sale.walletAddress))}
				</p>
			) : null}
			{review === null ? null : <TransactionSummary review={review} />}
			<StatusMessage
				text={step === 'reading' ? texts.reading : step === 'submitting' ? texts.submitting : (note?.text ?? '')}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet
					wallet={step === 'signing' ? (wallet?.wallet.name ?? null) : null}
					count={1}
					onCancel={cancel}
				/>
			</StatusMessage>
			<NextButtons signing={signing} isConnected={connection !== null} />
		</div>
	);
}

interface NextButtonsProps extends Pick<SignCollectionProps, 'signing'> {
	readonly isConnected: boolean;
}

/** The word to read the transaction, then to sign it; nothing while the wallet or the server has it. */
function NextButtons({ signing: { wallet, step, review, read, sign, cancel }, isConnected }: NextButtonsProps) {
	const needsId = useId();
	if (step === 'signing' || step === 'submitting') return null;
	if (review !== null && wallet !== null) {
		return (
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={cancel}>
					{listingTexts.form.cancel}
				</Button>
				<Button tone="primary" className="grow" onClick={() => void sign()}>
					{texts.confirm(wallet.wallet.name)}
				</Button>
			</div>
		);
	}
	return (
		<div className="grid gap-2">
			<Button
				tone="primary"
				disabled={wallet === null || step !== null}
				busyText={step === 'reading' ? texts.reading : undefined}
				aria-describedby={isConnected ? undefined : needsId}
				icon={<PenLine aria-hidden className="size-4" />}
				onClick={() => void read()}
			>
				{texts.read}
			</Button>
			{isConnected ? null : (
				<p id={needsId} className="text-sm text-text-2">
					{texts.needsWallet}
				</p>
			)}
		</div>
	);
}

function Costs({ costs }: Pick<CreatorSale, 'costs'>) {
	if (costs === null) return <p className="text-sm text-warn">{texts.costs.unknown}</p>;
	const rows = [
		[texts.costs.collection, costs.collectionLamports],
		[texts.costs.item, costs.itemLamports],
		[texts.costs.own, costs.ownAllLamports],
	] as const;
	return (
		<dl className="figures grid gap-1.5 rounded-md border border-border bg-surface-2 p-3 text-sm">
			{rows.map(([name, lamports], place) => (
				<div key={name} className="flex flex-wrap justify-between gap-x-3">
					<dt className="text-text-2">{name}</dt>
					<dd className={place === 0 ? 'ml-auto font-semibold text-text' : 'ml-auto text-text'}>
						{formatAmount(lamports)}
					</dd>
				</div>
			))}
		</dl>
	);
}
