import { useEffect, useRef, useState } from 'react';
import type { SigningErrorMessage } from './signing-errors.ts';

/** Work that waits for a wallet: one at a time, told step by step, and called off when the page is left. */
export function useWalletTask<Step>() {
	const [step, setStep] = useState<Step | null>(null);
	const [note, setNote] = useState<SigningErrorMessage | null>(null);
	const stop = useRef<AbortController | null>(null);
	useEffect(
		() => () => {
			stop.current?.abort();
			stop.current = null;
		},
		[],
	);
	return {
		/** Null while nothing is under way. */
		step,
		setStep,
		/** How the last one ended; null where that speaks for itself. */
		note,
		setNote,
		/** Does nothing while other work is under way. `explain` says why it failed, or that it was called off. */
		async attempt(
			work: (signal: AbortSignal) => Promise<void>,
			explain: (error: unknown, isStopped: boolean) => SigningErrorMessage,
		): Promise<void> {
			if (stop.current !== null) return;
			const own = new AbortController();
			stop.current = own;
			setNote(null);
			try {
				await work(own.signal);
			} catch (error) {
				setNote(explain(error, own.signal.aborted));
			} finally {
				if (stop.current === own) stop.current = null;
				setStep(null);
			}
		},
		callOff: () => stop.current?.abort(),
	};
}
