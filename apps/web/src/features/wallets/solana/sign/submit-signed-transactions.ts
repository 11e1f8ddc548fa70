import type { Purchase } from '@adx/validators/sale/sales';
import { TRPCClientError } from '@trpc/client';
import { getErrorReason, getHttpStatus } from '../../../../lib/api/error-messages.ts';
import { untilAborted } from '../until-aborted.ts';

/** Why the server does not have a signature yet: too many call it, or no answer came from it or from the chain. */
export type SubmitDelay = 'busy' | 'unanswered';

/** What passes by itself; null for a refusal, after which the signature is of no more use. */
export function getSubmitDelay(error: unknown): SubmitDelay | null {
	const status = getHttpStatus(error);
	if (status === 429) return 'busy';
	const isAway = status === null || status === 408 || status >= 500 || getErrorReason(error) === 'chain_unavailable';
	return isAway ? 'unanswered' : null;
}

const longestWaitMs = 10_000;

/** A signature is good for about a minute: however long the server asks to be left alone, it is asked again sooner. */
function waitMsOf(error: unknown, tries: number): number {
	const errorData =
		error instanceof TRPCClientError ? (error.data as { retryAfterSeconds?: number | null } | null) : null;
	const seconds = errorData?.retryAfterSeconds ?? 2 ** tries;
	return Math.min(seconds * 1_000, longestWaitMs);
}

export interface Submission {
	/** Repeating it changes nothing. */
	readonly submit: () => Promise<Purchase>;
	/** Called when it has to be tried again. */
	readonly onDelay: (delay: SubmitDelay) => void;
	/** Ends the tries. */
	readonly signal: AbortSignal;
}

/**
 * Submits what a wallet signed, again and again, until the server has it. Rejects with its refusal, or with the signal's
 * reason.
 */
export async function submitSignedTransactions({ submit, onDelay, signal }: Submission): Promise<Purchase> {
	for (let tries = 0; ; tries++) {
		try {
			return await submit();
		} catch (error) {
			signal.throwIfAborted();
			const delay = getSubmitDelay(error);
			if (delay === null) throw error;
			onDelay(delay);
			await untilAborted(new Promise((resolve) => setTimeout(resolve, waitMsOf(error, tries))), signal);
		}
	}
}
