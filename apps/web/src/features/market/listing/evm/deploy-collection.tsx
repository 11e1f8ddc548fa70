import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import type { MintChain } from '@adx/validators/minted-token';
import type { CollectionTransaction, CreatorSale } from '@adx/validators/sale/sales';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { CallSummary } from '../../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import type { EvmCall } from '../../../wallets/evm/calls/send-call.ts';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { RefusedTransactionError, toSigningError, UserRejectedError } from '../../../wallets/signing-errors.ts';
import { useWalletTask } from '../../../wallets/use-wallet-task.ts';
import { WaitingForWallet } from '../../../wallets/waiting-for-wallet.tsx';
import { type EvmWallets, useEvmWallets } from '../../contract/evm-wallets.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';

const texts = listingTexts.sign;

interface ReadyDeployment {
	readonly order: CollectionTransaction;
	readonly call: EvmCall;
	readonly facts: Awaited<ReturnType<typeof readFacts>>;
}

/** Loaded with the contract's code alone, which weighs something. */
async function readFacts(sale: CreatorSale, chainId: number, call: EvmCall) {
	const { verifyDeployment } = await import('../../../wallets/evm/verify/verify-deployment.ts');
	const { walletAddress: owner, name, symbol, supply: cap, royalty } = sale;
	const commitment = sale.revealChoice === 'delayed' ? (sale.reveal ?? { provenance: '', seedCommitment: '' }) : null;
	return verifyDeployment(call, { chainId, owner, name, symbol, cap, royalty, commitment });
}

/** What the contract of a collection costs, what its deployment does, and the word to have the wallet send it. */
export function DeployCollection({ sale }: { readonly sale: CreatorSale }) {
	const wallets = useEvmWallets();
	if (wallets === null) return null;
	const isCreator = wallets.address?.toLowerCase() === sale.walletAddress.toLowerCase();
	return (
		<div className="grid gap-4">
			<p className="text-sm text-text-2">{texts.evmText}</p>
			{wallets.connectBar(sale.network as MintChain)}
			{wallets.address === null || isCreator ? null : (
				<p role="alert" className="text-sm wrap-anywhere text-ember-text">
					{texts.otherWallet(shortenEvmAddress(sale.walletAddress))}
				</p>
			)}
			<Deployment sale={sale} wallets={wallets} isCreator={isCreator} />
		</div>
	);
}

interface DeploymentProps {
	readonly sale: CreatorSale;
	readonly wallets: EvmWallets;
	/** Whether the wallet that is connected is the creator's. */
	readonly isCreator: boolean;
}

function Deployment({ sale, wallets, isCreator }: DeploymentProps) {
	const { client } = trpc.useUtils();
	const { data: config } = trpc.auth.config.useQuery();
	const cacheSale = useCacheSale();
	const { step, setStep, note, attempt, callOff } = useWalletTask<'reading' | 'signing' | 'submitting'>();
	const [ready, setReady] = useState<ReadyDeployment | null>(null);
	const chain = config?.saleChains.find((each) => each.chain === sale.network);
	const { jobId } = sale;
	// What was pressed gives way to the summary, and that to the wallet.
	const panel = useFocusFallback<HTMLDivElement>(`${step} ${ready !== null}`);

	function explain(error: unknown, isStopped: boolean) {
		if (isStopped) return { text: listingTexts.stopped, isError: false };
		if (!(error instanceof UserRejectedError)) setReady(null);
		const problem = toSigningError(error, wallets.name);
		return problem ?? { text: getRefusalMessage(error, listingTexts.offline), isError: true };
	}
	const read = () =>
		attempt(async () => {
			setStep('reading');
			setReady(null);
			const order = await client.mint.collections.transaction.mutate({ jobId });
			const { call } = order;
			if (call === null || chain === undefined) throw new RefusedTransactionError(callTexts.refused.network);
			setReady({ order, call, facts: await readFacts(sale, chain.chainId, call) });
		}, explain);
	const send = () =>
		attempt(async (signal) => {
			if (ready === null) return;
			setStep('signing');
			const transaction = await wallets.send(ready.call, signal);
			setStep('submitting');
			cacheSale(await client.mint.collections.submit.mutate({ jobId, transaction }));
			setReady(null);
		}, explain);

	return (
		<div ref={panel} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
			{ready === null ? null : <Summary sale={sale} ready={ready} chainName={chain?.name ?? sale.cluster} />}
			<StatusMessage
				text={step === 'reading' ? texts.reading : step === 'submitting' ? texts.submitting : (note?.text ?? '')}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet wallet={step === 'signing' ? wallets.name : null} count={1} onCancel={callOff} />
			</StatusMessage>
			{step === 'signing' || step === 'submitting' ? null : ready === null ? (
				<Button
					tone="primary"
					disabled={!isCreator}
					busyText={step === 'reading' ? texts.reading : undefined}
					icon={<PenLine aria-hidden className="size-4" />}
					onClick={() => void read()}
				>
					{texts.evmRead}
				</Button>
			) : (
				<SendOrCancel
					walletName={wallets.name}
					isAllowed={isCreator}
					onSend={() => void send()}
					onCancel={() => setReady(null)}
				/>
			)}
		</div>
	);
}

interface SummaryProps {
	readonly sale: CreatorSale;
	readonly ready: ReadyDeployment;
	readonly chainName: string;
}

function Summary({ sale, ready: { order, call, facts }, chainName }: SummaryProps) {
	const rows = [
		[callTexts.payer, shortenEvmAddress(sale.walletAddress)],
		[callTexts.network, chainName],
		[callTexts.deploys, callTexts.collection],
		[callTexts.name, sale.name],
		[callTexts.symbol, sale.symbol],
		[callTexts.cap, callTexts.capText(sale.supply)],
		[callTexts.royalty, callTexts.percent(facts.royaltyBasisPoints)],
		[callTexts.owner, callTexts.yourWallet],
		[callTexts.signer, shortenEvmAddress(facts.signer)],
		[callTexts.total, callTexts.feeAbout(formatAmount(order.costLamports, sale.coin))],
	] as const;
	const details = [
		`${callTexts.payer}: ${sale.walletAddress}`,
		`${callTexts.contract}: ${call.to}`,
		`${callTexts.signer}: ${facts.signer}`,
		`${callTexts.files}: ${facts.baseUri}`,
	];
	return <CallSummary rows={rows} checked={callTexts.checkedDeployment} details={details} />;
}
