import { type SubmittedMintInput, submittedMintInput } from '@adx/validators/mint';
import { z } from 'zod';
import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const key = 'adx_sent_mints';
// What cannot be read takes nothing else with it.
const listSchema = z.array(submittedMintInput.nullable().catch(null)).catch([]);

/** Transactions that a wallet sent and the server was not told of yet; they outlive the page. */
export function readSentMints(): SubmittedMintInput[] {
	return listSchema.parse(parsed(readLocal(key))).filter((mint) => mint !== null);
}

export function storeSentMint(mint: SubmittedMintInput): void {
	writeLocal(key, JSON.stringify([...readSentMints(), mint]));
}

export function removeSentMint({ transactionHash }: SubmittedMintInput): void {
	const left = readSentMints().filter((mint) => mint.transactionHash !== transactionHash);
	if (left.length === 0) removeLocal(key);
	else writeLocal(key, JSON.stringify(left));
}

function parsed(text: string | null): unknown {
	try {
		return JSON.parse(text ?? '[]');
	} catch {
		return [];
	}
}
