import { formatNumber } from '@adx/validators/format-number';
import { solanaTexts } from '../solana-texts.ts';
import type { ExpectedCollection, ExpectedItem, ExpectedTransaction } from './expected-transaction.ts';
import type { InstructionReader } from './instruction-reader.ts';
import { emptyMintBytes, type MintMetadataSize } from './mint-rent.ts';
import { getTokenAccount, programs, rejectTransaction } from './read-transaction.ts';
import { takeTransfer } from './verify-price.ts';

const texts = solanaTexts.refused;

/** Files of a token lie on IPFS, where nobody can change them. */
const metadataUris = {
	collection: /^ipfs:\/\/[A-Za-z0-9]+\/contract\.json$/,
	covered: /^ipfs:\/\/[A-Za-z0-9]+\/covered\.json$/,
	item: /^ipfs:\/\/[A-Za-z0-9]+\/[1-9]\d*\.json$/,
} as const;

/** The new mint and who signs for it: the wallet itself for a collection, for an item the sale's own key. */
export interface CreatedMint {
	readonly creates: 'collection' | 'item';
	readonly wallet: string;
	readonly mint: string;
	readonly authority: string;
}

/** The account of the mint, empty: indivisible, and nobody's to freeze. What is paid for it, in lamports. */
export function verifyMint(calls: InstructionReader, { creates, wallet, mint, authority }: CreatedMint): bigint {
	const paidLamports = takeTransfer(calls, wallet, mint);
	const space = calls.take('allocate', [mint], texts.foreign);
	if (space.u64() !== BigInt(emptyMintBytes)) rejectTransaction(texts.created);
	space.end();
	const owner = calls.take('assign', [mint], texts.foreign);
	if (owner.address() !== programs.token) rejectTransaction(texts.created);
	owner.end();
	for (const kind of ['metadataPointer', creates === 'item' ? 'memberPointer' : 'groupPointer'] as const) {
		const pointer = calls.take(kind, [mint], texts.foreign);
		const [changer, target] = [pointer.address(), pointer.address()];
		if (changer !== null || target !== mint) rejectTransaction(texts.pointer);
		pointer.end();
	}
	const made = calls.take('initializeMint', [mint], texts.foreign);
	if (made.u8() !== 0) rejectTransaction(texts.decimals);
	if (made.address() !== authority) rejectTransaction(texts.minter);
	if (made.u8() !== 0) rejectTransaction(texts.freeze);
	made.end();
	return paidLamports;
}

export function verifyMetadata(calls: InstructionReader, { mint, authority }: CreatedMint): MintMetadataSize {
	const metadata = calls.take('metadata', [mint, authority, mint, authority], texts.editor);
	const [name, symbol, uri] = [metadata.text(), metadata.text(), metadata.text()];
	metadata.end();
	const fields: [string, string][] = [];
	while (calls.isNext('metadataField')) {
		const field = calls.take('metadataField', [mint, authority], texts.editor);
		// Name, symbol and address are fields by other numbers, and would be written over.
		if (field.u8() !== 3) rejectTransaction(texts.field);
		fields.push([field.text(), field.text()]);
		field.end();
	}
	return { name, symbol, uri, fields };
}

/** Ends the minting forever. */
export function verifyMintClosed(calls: InstructionReader, { mint, authority }: CreatedMint): void {
	const last = calls.take('setAuthority', [mint, authority], texts.foreign);
	const [power, hasSuccessor] = [last.u8(), last.u8()];
	if (power !== 0 || hasSuccessor !== 0) rejectTransaction(texts.minter);
	last.end();
}

/**
 * An item of the collection, with the one token of it in the wallet, whose metadata nobody may change, or until the reveal
 * the sale's own key. All accounts beside the mint that change.
 */
export function verifyItem(
	calls: InstructionReader,
	{ wallet, mint, authority }: CreatedMint,
	{ collection, isCovered }: ExpectedItem,
): readonly string[] {
	if (!isCovered) {
		const editor = calls.take('metadataAuthority', [mint, authority], texts.editor);
		if (editor.address() !== null) rejectTransaction(texts.editor);
		editor.end();
	}
	calls.take('joinGroup', [mint, mint, authority, collection, authority], texts.group).end();
	const token = getTokenAccount(wallet, mint);
	const account = [wallet, token, wallet, mint, programs.system, programs.token];
	calls.take('makeTokenAccount', account, texts.owner).end();
	const minted = calls.take('mintTo', [mint, token, authority], texts.owner);
	const amount = minted.u64();
	if (amount !== 1n) rejectTransaction(texts.amount(formatNumber(amount)));
	minted.end();
	return [token, collection];
}

/** The group that items join later. */
export function verifyGroup(
	calls: InstructionReader,
	{ wallet, mint }: CreatedMint,
	expected: ExpectedCollection,
	fields: MintMetadataSize['fields'],
) {
	const group = calls.take('makeGroup', [mint, mint, wallet], texts.group);
	const [authority, maxSize] = [group.address(), group.u64()];
	group.end();
	if (maxSize !== BigInt(expected.supply)) {
		rejectTransaction(texts.size(formatNumber(maxSize), formatNumber(expected.supply)));
	}
	const [royalty, ...others] = fields;
	const { commitment } = expected;
	const committed =
		commitment === null
			? []
			: [
					['provenance', commitment.provenance],
					['seed_commitment', commitment.seedCommitment],
				];
	const isCommitted =
		others.length === committed.length &&
		others.every(([key, value], place) => key === committed[place]?.[0] && value === committed[place][1]);
	if (royalty?.[0] !== 'royalty_basis_points' || !isCommitted) return rejectTransaction(texts.field);
	if (royalty[1] !== String(Math.round(expected.royalty * 100)))
		rejectTransaction(texts.royalty(royalty[1], expected.royalty));
	return { maxSize, royaltyBasisPoints: royalty[1], authority: authority ?? rejectTransaction(texts.group) };
}

export function assertMetadata({ creates, symbol, ...expected }: ExpectedTransaction, found: MintMetadataSize): void {
	if ('name' in expected && found.name !== expected.name) rejectTransaction(texts.name(found.name, expected.name));
	if (found.symbol !== symbol) rejectTransaction(texts.symbol(found.symbol, symbol));
	const isCovered = 'isCovered' in expected && expected.isCovered;
	if (!metadataUris[isCovered ? 'covered' : creates].test(found.uri)) rejectTransaction(texts.files(found.uri));
	if (creates === 'item' && found.fields.length > 0) rejectTransaction(texts.field);
}

export function assertWritable(found: readonly string[], expected: readonly string[]): void {
	const wanted = new Set(expected);
	if (found.length !== wanted.size || !found.every((address) => wanted.has(address))) rejectTransaction(texts.foreign);
}
