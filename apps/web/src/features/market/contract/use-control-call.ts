import type { SaleChain } from '@adx/validators/sale/evm';
import type { Sale } from '@adx/validators/sale/sales';
import { useState } from 'react';
import { callTexts } from '../../wallets/evm/calls/call-texts.ts';
import { type SaleControl, verifyControlCall } from '../../wallets/evm/calls/control-call.ts';
import type { EvmCall } from '../../wallets/evm/calls/send-call.ts';
import { RefusedTransactionError, toSigningError } from '../../wallets/signing-errors.ts';
import { untilAborted } from '../../wallets/solana/until-aborted.ts';
import { useWalletTask } from '../../wallets/use-wallet-task.ts';
import { getRefusalMessage } from '../refusal-message.ts';
import { contractTexts } from './contract-texts.ts';
import type { EvmWallets } from './evm-wallets.ts';

const pollMs = 2_000;
/** How long the chain is waited for; whatever comes later is shown as well. */
const waitMs = 3 * 60_000;

/** A sale whose contract is called; `Now` is how the server shows it, to its creator or to everybody. */
export interface ControlledSale<Now> {
	readonly contract: string;
	/** Null where the server does not know the chain. */
	readonly chain: Pick<SaleChain, 'chainId' | 'name'> | null;
	/** The symbol that fees are paid in. */
	readonly coin: string;
	readonly reveal: Pick<NonNullable<Sale['reveal']>, 'seedCommitment'> | null;
	/** Asks the server how the sale is, and shows that. */
	look(): Promise<Now>;
}

/** A call that the page has read. */
export interface ReadyControl {
	readonly call: EvmCall;
	/** As it was read from the call. */
	readonly control: SaleControl;
	/** In gwei. */
	readonly cost: bigint;
}

/** What a call did, as far as the server sees it. */
export interface ControlOutcome<Now> {
	readonly isDone: (sale: Now) => boolean;
	/** What is said then; nothing where the page shows it by itself. */
	readonly doneText?: string;
}

/** Reads a call to the contract of a sale, has the wallet send it, and waits until the server has seen it. */
export function useControlCall<Now>({ contract, chain, coin, reveal, look }: ControlledSale<Now>, wallets: EvmWallets) {
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<'reading' | 'signing' | 'waiting'>();
	const [ready, setReady] = useState<ReadyControl | null>(null);

	function explain(error: unknown, isStopped: boolean) {
		if (isStopped) return { text: contractTexts.stopped, isError: false };
		const problem = toSigningError(error, wallets.name);
		return problem ?? { text: getRefusalMessage(error, contractTexts.offline), isError: true };
	}
	return {
		step,
		note,
		callOff,
		ready,
		coin,
		chainName: chain?.name ?? '',
		forget: () => setReady(null),
		read: (build: (chainId: number, contract: string) => EvmCall) =>
			attempt(async (signal) => {
				setStep('reading');
				if (chain === null) throw new RefusedTransactionError(callTexts.refused.network);
				const { chainId } = chain;
				const call = build(chainId, contract);
				const control = verifyControlCall(call, { chainId, contract, seedCommitment: reveal?.seedCommitment ?? null });
				setReady({ call, control, cost: await untilAborted(wallets.estimate(call, signal), signal) });
			}, explain),
		send: ({ call }: ReadyControl, { isDone, doneText }: ControlOutcome<Now>) =>
			attempt(async (signal) => {
				setStep('signing');
				await wallets.send(call, signal);
				setReady(null);
				setStep('waiting');
				for (const until = Date.now() + waitMs; Date.now() < until; ) {
					// What the wallet has sent is on its way, whether the server answers or not.
					const now = await look().catch(() => null);
					signal.throwIfAborted();
					if (now !== null && isDone(now)) return setNote({ text: doneText ?? '', isError: false });
					await untilAborted(new Promise((resolve) => setTimeout(resolve, pollMs)), signal);
				}
				setNote({ text: contractTexts.late, isError: false });
			}, explain),
	};
}

export type ControlTask<Now> = ReturnType<typeof useControlCall<Now>>;
