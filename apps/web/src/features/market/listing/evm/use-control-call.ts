import type { CreatorSale } from '@adx/validators/sales';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import { readControl, type SaleControl } from '../../../wallets/evm/calls/control-call.ts';
import type { EvmCall } from '../../../wallets/evm/calls/send-call.ts';
import { RefusedTransactionError, toSigningError } from '../../../wallets/solana/transactions/signing-errors.ts';
import { useWalletTask } from '../../../wallets/solana/transactions/use-wallet-task.ts';
import { untilAborted } from '../../../wallets/solana/until-aborted.ts';
import { getErrorMessage } from '../creator-sale.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import type { EvmWallets } from './evm-wallets.ts';

const pollMs = 2_000;
/** How long the chain is waited for; whatever comes later is shown as well. */
const waitMs = 3 * 60_000;

/** A call that the page has read. */
export interface ReadyControl {
	readonly call: EvmCall;
	/** As it was read from the call. */
	readonly control: SaleControl;
	/** In gwei. */
	readonly cost: bigint;
}

/** What a call did, as far as the server sees it. */
export interface ControlOutcome {
	readonly isDone: (sale: CreatorSale) => boolean;
	/** What is said then; nothing where the page shows it by itself. */
	readonly doneText?: string;
}

/** Reads a call to the contract of a sale, has the owner's wallet send it, and waits until the server has seen it. */
export function useControlCall(sale: CreatorSale, wallets: EvmWallets) {
	const { client } = trpc.useUtils();
	const { data: config } = trpc.auth.config.useQuery();
	const cacheSale = useCacheSale();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<'reading' | 'signing' | 'waiting'>();
	const [ready, setReady] = useState<ReadyControl | null>(null);
	const chain = config?.saleChains.find((each) => each.chain === sale.network);
	const { jobId, reveal } = sale;

	function explain(error: unknown, isStopped: boolean) {
		if (isStopped) return { text: listingTexts.stopped, isError: false };
		const problem = toSigningError(error, wallets.name);
		return problem ?? { text: getErrorMessage(error, listingTexts.offline), isError: true };
	}
	return {
		step,
		note,
		callOff,
		ready,
		chainName: chain?.name ?? sale.cluster,
		forget: () => setReady(null),
		read: (build: (chainId: number, contract: string) => EvmCall) =>
			attempt(async (signal) => {
				setStep('reading');
				if (chain === undefined) throw new RefusedTransactionError(callTexts.refused.network);
				const contract = sale.mintAddress ?? '';
				const call = build(chain.chainId, contract);
				const seedCommitment = reveal?.seedCommitment ?? null;
				const control = readControl(call, { chainId: chain.chainId, contract, seedCommitment });
				setReady({ call, control, cost: await untilAborted(wallets.estimate(call, signal), signal) });
			}, explain),
		send: ({ call }: ReadyControl, { isDone, doneText }: ControlOutcome) =>
			attempt(async (signal) => {
				setStep('signing');
				await wallets.send(call, signal);
				setReady(null);
				setStep('waiting');
				for (const until = Date.now() + waitMs; Date.now() < until; ) {
					const now = await client.mint.collections.get.query({ jobId });
					signal.throwIfAborted();
					cacheSale(now);
					if (isDone(now)) return setNote({ text: doneText ?? '', isError: false });
					await untilAborted(new Promise((resolve) => setTimeout(resolve, pollMs)), signal);
				}
				setNote({ text: listingTexts.chain.late, isError: false });
			}, explain),
	};
}
