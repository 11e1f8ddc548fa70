import type { PrepareMintInput } from '@adx/validators/mint';
import { useRef, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWalletHandlers } from '../../wallets/evm/use-wallet.ts';
import { toMintError } from './mint-errors.ts';
import type { MintOutcome, MintRun, MintStep } from './send-mint.ts';
import { type MintRequest, sendMint } from './send-mint.ts';
import { useReportSentMints } from './sent-mints.ts';

/** How one run reports what it does; it is silent once another has taken its place. */
interface RunReporter {
	readonly stopping: AbortController;
	/** What it does now, or did last. */
	kind: MintStep['kind'];
	begin(step: MintStep, changes?: Partial<MintRun>): void;
	end(outcome: MintOutcome): void;
}

/** Mints one image at a time, and shows how far that is. */
export function useMintFlow() {
	const utils = trpc.useUtils();
	const verbs = useWalletHandlers();
	const report = useReportSentMints();
	const underWay = useRef<RunReporter | null>(null);
	const shown = useRef<RunReporter | null>(null);
	const [run, setRun] = useState<MintRun | null>(null);

	/** Shows a run in place of the one before, and returns how to report what becomes of it. */
	function showRun(initial: MintRun): RunReporter {
		const change = (changes: Partial<MintRun>) => {
			if (shown.current === mine) setRun((before) => (before === null ? null : { ...before, ...changes }));
		};
		const mine: RunReporter = {
			stopping: new AbortController(),
			kind: 'preparing',
			begin(step, changes) {
				mine.kind = step.kind;
				change({ step, outcome: null, ...changes });
			},
			end: (outcome) => change({ step: null, outcome }),
		};
		shown.current = mine;
		setRun(initial);
		return mine;
	}

	async function mint(order: MintRequest): Promise<void> {
		const { address: account, name: wallet } = verbs.now();
		if (account === null || underWay.current !== null) return;
		const { imageId, chain, walletChain } = order;
		const mine = showRun({ imageId, chain, account, wallet, step: null, outcome: null, carUrl: null });
		const { signal } = mine.stopping;
		const prepare = (input: PrepareMintInput) => utils.client.mint.prepare.mutate(input);
		underWay.current = mine;
		try {
			mine.end(await sendMint({ order, account, verbs, prepare, report, onStep: mine.begin, signal }));
		} catch (error) {
			if (signal.aborted) return;
			const outcome = toMintError(error, { wallet, walletChain, during: mine.kind });
			if (outcome.kind === 'failed') console.error('The mint came to nothing', error);
			mine.end(outcome);
		} finally {
			if (underWay.current === mine) underWay.current = null;
			void utils.mint.status.invalidate();
		}
	}

	/** Waits no longer for the run under way. A wallet cannot be stopped: what it sends all the same is followed. */
	function stop(): void {
		const stopped = underWay.current;
		if (stopped === null) return;
		underWay.current = null;
		stopped.stopping.abort();
		stopped.end({ kind: 'stopped', during: stopped.kind });
	}

	/** Forgets how the last one ended; one under way goes on. */
	function clearEnded(): void {
		if (underWay.current !== null) return;
		shown.current = null;
		setRun(null);
	}

	return { run, mint, stop, forgetEnded: clearEnded, report };
}
