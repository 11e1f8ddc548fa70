import { useEffect, useRef, useState } from 'react';
import type { SigningErrorMessage } from './signing-errors.ts';

/** Work of which one is under way at a time, and which is aborted when the page is left. */
export function useSingleTask() {
	const running = useRef<AbortController | null>(null);
	useEffect(
		() => () => {
			running.current?.abort();
			running.current = null;
		},
		[],
	);
	return {
		/** Does nothing while other work is under way. */
		async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
			if (running.current !== null) return;
			const own = new AbortController();
			running.current = own;
			try {
				await work(own.signal);
			} finally {
				if (running.current === own) running.current = null;
			}
		},
		abort: () => running.current?.abort(),
	};
}

/** A single task that waits for a wallet, shown step by step. */
export function useWalletTask<Step>() {
	const [step, setStep] = useState<Step | null>(null);
	const [note, setNote] = useState<SigningErrorMessage | null>(null);
	const { run, abort } = useSingleTask();
	return {
		/** Null while nothing is under way. */
		step,
		setStep,
		/** How the last one ended; null where that speaks for itself. */
		note,
		setNote,
		/** `explain` says why it failed, or that it was called off. */
		attempt: (
			work: (signal: AbortSignal) => Promise<void>,
			explain: (error: unknown, isStopped: boolean) => SigningErrorMessage,
		): Promise<void> =>
			run(async (signal) => {
				setNote(null);
				try {
					await work(signal);
				} catch (error) {
					setNote(explain(error, signal.aborted));
				} finally {
					setStep(null);
				}
			}),
		callOff: abort,
	};
}
