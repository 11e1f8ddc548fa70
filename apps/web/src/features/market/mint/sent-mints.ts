import { type SubmittedMintInput, submittedMintInput } from '@adx/validators/mint';
import { useEffect } from 'react';
import { z } from 'zod';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { removeLocal } from '../../../lib/storage/browser-storage.ts';
import { readStored, writeStored } from '../../../lib/storage/stored-records.ts';

const key = 'adx_sent_mints';
// What cannot be read takes nothing else with it.
const listSchema = z.array(submittedMintInput.nullable().catch(null));

/** Transactions that a wallet sent and that were not reported to the server yet; they outlive the page. */
export function readSentMints(): SubmittedMintInput[] {
	return (readStored(key, listSchema) ?? []).filter((mint) => mint !== null);
}

export function storeSentMint(mint: SubmittedMintInput): void {
	writeStored(key, [...readSentMints(), mint]);
}

export function removeSentMint({ transactionHash }: SubmittedMintInput): void {
	const left = readSentMints().filter((mint) => mint.transactionHash !== transactionHash);
	if (left.length === 0) removeLocal(key);
	else writeStored(key, left);
}

/** Reports transactions to the server; what an earlier page could not report is reported once this one is open. */
export function useReportSentMints(): (mint: SubmittedMintInput) => Promise<boolean> {
	const utils = trpc.useUtils();
	/** False where the server could not be reached; the next page tries again. */
	async function report(mint: SubmittedMintInput): Promise<boolean> {
		let isReported = true;
		try {
			await utils.client.mint.submitted.mutate(mint);
			removeSentMint(mint);
		} catch (error) {
			const status = getHttpStatus(error);
			// The server has no use for it: it was prepared by somebody else, or not at all.
			if (status === 400 || status === 404) removeSentMint(mint);
			isReported = false;
		}
		await utils.mint.status.invalidate();
		return isReported;
	}
	// Once, for what the page before left behind.
	useEffect(() => {
		for (const mint of readSentMints()) void report(mint);
	}, []);
	return report;
}
