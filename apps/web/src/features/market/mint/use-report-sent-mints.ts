import type { SubmittedMintInput } from '@adx/validators/mint';
import { useEffect } from 'react';
import { statusOf } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { forgetSentMint, readSentMints } from './sent-mints.ts';

/** Tells the server of transactions; what an earlier page could not tell it is told once this one is open. */
export function useReportSent(): (mint: SubmittedMintInput) => Promise<boolean> {
	const utils = trpc.useUtils();
	/** False where the server could not be told; the next page tries again. */
	async function report(mint: SubmittedMintInput): Promise<boolean> {
		let isTold = true;
		try {
			await utils.client.mint.submitted.mutate(mint);
			forgetSentMint(mint);
		} catch (error) {
			const status = statusOf(error);
			// The server has no use for it: it was prepared by somebody else, or not at all.
			if (status === 400 || status === 404) forgetSentMint(mint);
			isTold = false;
		}
		await utils.mint.status.invalidate();
		return isTold;
	}
	// Once, for what the page before left behind.
	useEffect(() => {
		for (const mint of readSentMints()) void report(mint);
	}, []);
	return report;
}
