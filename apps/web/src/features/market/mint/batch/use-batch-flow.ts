import type { PrepareMintInput, SubmittedMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { useRef, useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useWalletHandlers } from '../../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { toMintError } from '../mint-errors.ts';
import type { MintOutcome } from '../send-mint.ts';
import { type BatchStep, sendBatch } from './send-batch.ts';
import { type BatchItem, storedBatches } from './stored-batches.ts';

/** One press on the button of a batch and what became of it. */
export interface BatchRun {
	readonly chain: MintChain;
	readonly wallet: string;
	/** Null when it has ended. */
	readonly step: BatchStep | null;
	/** How it ended other than by sending what could be sent. */
	readonly outcome: Extract<MintOutcome, { kind: 'closed' | 'failed' | 'stopped' }> | null;
	/** Why images were left out. */
	readonly refused: ReadonlyMap<string, string>;
}

export interface BatchRequest {
	/** All of the batch. */
	readonly items: readonly BatchItem[];
	/** Those that are to be minted now. */
	readonly remaining: readonly BatchItem[];
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	readonly batchMax: number;
}

/** Mints a batch at a time, and shows how far that is; what is left is kept in this browser. */
export function useBatchFlow(report: (mint: SubmittedMintInput) => Promise<boolean>) {
	const utils = trpc.useUtils();
	const verbs = useWalletHandlers();
	const stopping = useRef<AbortController | null>(null);
	const [run, setRun] = useState<BatchRun | null>(null);

	async function mint({ items, remaining, chain, walletChain, batchMax }: BatchRequest): Promise<void> {
		const { address: account, name: wallet } = verbs.now();
		if (account === null || stopping.current !== null) return;
		const mine = new AbortController();
		stopping.current = mine;
		let during: BatchStep['kind'] = 'preparing';
		// One that was stopped may still send what its wallet was asked for, and is silent about it.
		const change = (changes: (before: BatchRun) => Partial<BatchRun>) => {
			if (stopping.current === mine) setRun((before) => before && { ...before, ...changes(before) });
		};
		const end = (outcome: BatchRun['outcome']) => change(() => ({ step: null, outcome }));
		const store = (askedIds: readonly string[]) => storedBatches.set(chain, { items, askedIds });
		setRun({ chain, wallet, step: null, outcome: null, refused: new Map() });
		store([]);
		try {
			await sendBatch({
				...{ items: remaining, chain, walletChain, account, batchMax, verbs, report },
				prepare: (input: PrepareMintInput) => utils.client.mint.prepare.mutate(input),
				onStep(step) {
					during = step.kind;
					change(() => ({ step }));
				},
				onRefused: (imageId, message) =>
					change(({ refused }) => ({ refused: new Map([...refused, [imageId, message]]) })),
				onAsk(imageIds) {
					if (storedBatches.read(chain) !== null) store(imageIds);
				},
				signal: mine.signal,
			});
			end(null);
		} catch (error) {
			if (mine.signal.aborted) return;
			const outcome = toMintError(error, { wallet, walletChain, during });
			// Whoever closed the request knows that nothing was sent.
			if (outcome.kind === 'closed') store([]);
			else console.error('The batch came to an end', error);
			end(outcome);
		} finally {
			if (stopping.current === mine) stopping.current = null;
			void utils.mint.status.invalidate();
		}
	}

	/** Waits no longer for the run under way. A wallet cannot be stopped: what it sends all the same is followed. */
	function stop(): void {
		stopping.current?.abort();
		stopping.current = null;
		setRun((before) => before && { ...before, step: null, outcome: { kind: 'stopped', during: 'sending' } });
	}

	/** Forgets how the last one ended; one under way goes on. */
	function clearEnded(): void {
		if (stopping.current === null) setRun(null);
	}

	return { run, mint, stop, clearEnded };
}
