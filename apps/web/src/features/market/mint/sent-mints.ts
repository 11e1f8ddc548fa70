import { type SubmittedMintInput, submittedMintInput } from '@adx/validators/mint';
import { z } from 'zod';
import { removeLocal } from '../../../lib/storage/browser-storage.ts';
import { readStored, writeStored } from '../../../lib/storage/stored-records.ts';

const key = 'adx_sent_mints';
// What cannot be read takes nothing else with it.
const listSchema = z.array(submittedMintInput.nullable().catch(null));

/** Transactions that a wallet sent and the server was not told of yet; they outlive the page. */
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
