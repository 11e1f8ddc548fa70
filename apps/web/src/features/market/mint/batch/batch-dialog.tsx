import { estimateRedeemGas } from '@adx/contracts/evm/abi';
import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import type { ImageMintStatus, MintContractOutput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import clsx from 'clsx';
import { walletTexts } from '../../../wallets/evm/evm-wallet-texts.ts';
import { useWallet } from '../../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import type { Mints } from '../mint-queries.ts';
import { describeFailure } from '../mint-status.ts';
import { mintTexts } from '../mint-texts.ts';
import { batchTexts as texts } from './batch-texts.ts';
import { areAllMinted, getItemsToMint, type StoredBatch } from './stored-batches.ts';
import type { BatchRun, useBatchFlow } from './use-batch-flow.ts';
import { useGasCost } from './use-gas-cost.ts';

export interface BatchDialogProps {
	readonly open: boolean;
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	readonly publishesFiles: boolean;
	readonly contract: MintContractOutput;
	readonly batch: StoredBatch;
	readonly mints: Mints;
	readonly flow: ReturnType<typeof useBatchFlow>;
	readonly onClose: () => void;
	/** Forgets the batch; what was sent of it is followed all the same. */
	readonly onDiscard: () => void;
}

/** What minting many images takes and costs, the press that does it, and what becomes of each. Closing it stops nothing. */
export function BatchDialog(props: BatchDialogProps) {
	const { open, chain, walletChain, publishesFiles, contract, batch, mints, flow, onClose, onDiscard } = props;
	const { items, askedIds } = batch;
	const wallet = useWallet();
	const run = flow.run?.chain === chain ? flow.run : null;
	const isUnderWay = flow.run !== null && flow.run.step !== null;
	const remaining = getItemsToMint(items, mints);
	const { transactions, gas } = estimateRedeemGas(remaining.length, contract.batchMax);
	const cost = useGasCost(gas, walletChain);
	const sentCount = items.length - remaining.length;
	const isDone = remaining.length === 0;
	const isMinted = areAllMinted(items, mints);
	const isResumed = sentCount > 0 || run !== null || askedIds.length > 0;
	const { royaltyBasisPoints, royaltyReceiver, batchMax } = contract;
	// Whatever the wallet said, the chain has the last word.
	const problem = run?.outcome?.kind === 'failed' && !isMinted ? run.outcome.message : null;
	return (
		<Dialog open={open} onClose={onClose} title={texts.title}>
			<div className="grid gap-4">
				<div className="grid gap-1 text-sm text-text-2">
					<p>{walletChain.name}</p>
					{wallet.address === null ? (
						<p>{mintTexts.dialog.notConnected}</p>
					) : (
						<p>
							{texts.owner} <span className="font-mono">{shortenEvmAddress(wallet.address)}</span>
						</p>
					)}
					{isDone ? null : (
						<>
							<p>{texts.terms(remaining.length, transactions)}</p>
							<p>{texts.gas(gas, cost)}</p>
						</>
					)}
					<p className="wrap-anywhere">{mintTexts.dialog.royalty(royaltyBasisPoints / 100, royaltyReceiver)}</p>
					<p>{texts.names}</p>
					{publishesFiles ? null : <p>{texts.publish}</p>}
				</div>
				{isResumed ? (
					<ProgressBar
						label={texts.title}
						percent={(100 * sentCount) / items.length}
						valueText={texts.progress(sentCount, items.length)}
					/>
				) : null}
				<ul
					aria-label={texts.list}
					className="grid max-h-64 gap-1 overflow-y-auto rounded-md border border-line p-2 text-sm"
				>
					{items.map(({ imageId, name }) => (
						<li key={imageId} className="grid gap-x-3 sm:grid-cols-[1fr_auto]">
							<span className="truncate text-text">{name}</span>
							<span className="wrap-anywhere text-text-2">{itemState(imageId, mints.get(imageId), run)}</span>
						</li>
					))}
				</ul>
				<p
					role="status"
					className={clsx('text-sm font-medium wrap-anywhere empty:sr-only', isMinted ? 'text-ok' : 'text-text')}
				>
					{isMinted ? texts.confirmed(items.length) : statusText(run, isDone, walletChain.name)}
				</p>
				{askedIds.length > 0 && !isUnderWay && !isDone ? (
					<p role="alert" className="text-sm wrap-anywhere text-text-2">
						{texts.asked}
					</p>
				) : null}
				{problem === null ? null : (
					<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
						{problem}
					</p>
				)}
				<DialogButtons
					primary={
						isDone ? null : (
							<Button
								tone="primary"
								className="grow"
								disabled={wallet.address === null || isUnderWay}
								onClick={() => void flow.mint({ items, remaining, chain, walletChain, batchMax })}
							>
								{isResumed ? texts.resume(remaining.length) : texts.submit(remaining.length)}
							</Button>
						)
					}
				>
					{isUnderWay ? <Button onClick={flow.stop}>{walletTexts.stop}</Button> : null}
					{isUnderWay ? null : <Button onClick={onDiscard}>{isDone ? texts.done : texts.discard}</Button>}
					<Button onClick={onClose}>{texts.close}</Button>
				</DialogButtons>
			</div>
		</Dialog>
	);
}

function itemState(imageId: string, mint: ImageMintStatus | undefined, run: BatchRun | null): string {
	const { states } = texts;
	if (mint?.status === 'confirmed') return states.confirmed;
	if (mint?.status === 'minting') return describeFailure(mint) ?? states.minting;
	const step = run?.step ?? null;
	if (step?.imageIds.includes(imageId)) {
		if (step.kind === 'reporting') return states.minting;
		return step.kind === 'preparing' ? states.preparing : states.asking;
	}
	return run?.refused.get(imageId) ?? (mint === undefined ? null : describeFailure(mint)) ?? states.waiting;
}

function statusText(run: BatchRun | null, isDone: boolean, chain: string): string {
	if (run === null) return isDone ? texts.sent : '';
	const { step, outcome, wallet, refused } = run;
	if (step?.kind === 'switching') return `${walletTexts.step.confirm(wallet, 1, 1)}. ${walletTexts.step.chain(chain)}`;
	if (step?.kind === 'sending')
		return `${walletTexts.step.confirm(wallet, 1, 1)}. ${texts.sending(step.imageIds.length)}`;
	if (step?.kind === 'checking' || step?.kind === 'reporting') return texts[step.kind];
	if (step !== null) return mintTexts.steps.preparing;
	if (isDone) return texts.sent;
	if (outcome?.kind === 'closed') return mintTexts.closed;
	if (outcome?.kind === 'stopped') return texts.stopped;
	return outcome === null && refused.size > 0 ? texts.refused(refused.size) : '';
}
