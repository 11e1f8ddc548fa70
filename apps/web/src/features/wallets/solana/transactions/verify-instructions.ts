import { solText } from '../connect/format-lamports.ts';
import { solanaTexts } from '../connect/solana-texts.ts';
import type { CallReader } from './instruction-reader.ts';
import { emptyMintBytes, type MintTexts } from './mint-rent.ts';
import { programs, refuse, tokenAccountOf } from './read-transaction.ts';
import type { CollectionPromise, PiecePromise, TransactionPromise } from './transaction-facts.ts';

const texts = solanaTexts.refused;

const signatureFeeLamports = 5_000n;

/** What each may compute, which the fee for being taken earlier is paid for. */
const unitLimits = { collection: 32_000, piece: 80_000 } as const;

/** Files of a token lie on IPFS, where nobody can change them. */
const metadataUris = {
	collection: /^ipfs:\/\/[A-Za-z0-9]+\/contract\.json$/,
	piece: /^ipfs:\/\/[A-Za-z0-9]+\/[1-9]\d*\.json$/,
} as const;

/** The new mint and who signs for it: the wallet itself for a collection, for a piece the sale's own key. */
export interface Made {
	readonly creates: 'collection' | 'piece';
	readonly wallet: string;
	readonly mint: string;
	readonly authority: string;
}

export function takeFee(calls: CallReader, creates: Made['creates'], signatureCount: number): bigint {
	const limit = calls.take('unitLimit', [], texts.foreign);
	const units = limit.u32();
	limit.end();
	if (units !== unitLimits[creates]) refuse(texts.instruction('Compute Budget'));
	let microLamports = 0n;
	if (calls.isNext('unitPrice')) {
		const price = calls.take('unitPrice', [], texts.foreign);
		microLamports = BigInt(units) * price.u64();
		price.end();
	}
	return BigInt(signatureCount) * signatureFeeLamports + (microLamports + 999_999n) / 1_000_000n;
}

function takeTransfer(calls: CallReader, from: string, to: string): bigint {
	const { accounts, data } = calls.takeAny('transfer');
	if (accounts.length !== 2 || accounts[0] !== from) refuse(texts.foreign);
	if (accounts[1] !== to) refuse(texts.recipient(accounts[1]!));
	const lamports = data.u64();
	data.end();
	return lamports;
}

export function takePrice(calls: CallReader, { wallet, priceLamports }: PiecePromise, recipient: string): bigint {
	const lamports = takeTransfer(calls, wallet, recipient);
	if (lamports !== priceLamports) refuse(texts.price(solText(lamports), solText(priceLamports)));
	return lamports;
}

/** The account of the mint, empty: indivisible, and nobody's to freeze. What is paid for it, in lamports. */
export function takeMint(calls: CallReader, { creates, wallet, mint, authority }: Made): bigint {
	const paidLamports = takeTransfer(calls, wallet, mint);
	const space = calls.take('allocate', [mint], texts.foreign);
	if (space.u64() !== BigInt(emptyMintBytes)) refuse(texts.created);
	space.end();
	const owner = calls.take('assign', [mint], texts.foreign);
	if (owner.address() !== programs.token) refuse(texts.created);
	owner.end();
	for (const kind of ['metadataPointer', creates === 'piece' ? 'memberPointer' : 'groupPointer'] as const) {
		const pointer = calls.take(kind, [mint], texts.foreign);
		const [changer, target] = [pointer.address(), pointer.address()];
		if (changer !== null || target !== mint) refuse(texts.pointer);
		pointer.end();
	}
	const made = calls.take('initializeMint', [mint], texts.foreign);
	if (made.u8() !== 0) refuse(texts.decimals);
	if (made.address() !== authority) refuse(texts.minter);
	if (made.u8() !== 0) refuse(texts.freeze);
	made.end();
	return paidLamports;
}

export function takeMetadata(calls: CallReader, { mint, authority }: Made): MintTexts {
	const metadata = calls.take('metadata', [mint, authority, mint, authority], texts.editor);
	const [name, symbol, uri] = [metadata.text(), metadata.text(), metadata.text()];
	metadata.end();
	const fields: [string, string][] = [];
	while (calls.isNext('metadataField')) {
		const field = calls.take('metadataField', [mint, authority], texts.editor);
		// Name, symbol and address are fields by other numbers, and would be written over.
		if (field.u8() !== 3) refuse(texts.field);
		fields.push([field.text(), field.text()]);
		field.end();
	}
	return { name, symbol, uri, fields };
}

/** Ends the minting for ever. */
export function takeEnd(calls: CallReader, { mint, authority }: Made): void {
	const last = calls.take('setAuthority', [mint, authority], texts.foreign);
	const [power, hasSuccessor] = [last.u8(), last.u8()];
	if (power !== 0 || hasSuccessor !== 0) refuse(texts.minter);
	last.end();
	calls.end();
}

/** A piece of the collection, with the one token of it in the wallet. All accounts beside the mint that change. */
export function takePiece(calls: CallReader, { wallet, mint, authority }: Made, collection: string): readonly string[] {
	const editor = calls.take('metadataAuthority', [mint, authority], texts.editor);
	if (editor.address() !== null) refuse(texts.editor);
	editor.end();
	calls.take('joinGroup', [mint, mint, authority, collection, authority], texts.group).end();
	const token = tokenAccountOf(wallet, mint);
	const account = [wallet, token, wallet, mint, programs.system, programs.token];
	calls.take('makeTokenAccount', account, texts.owner).end();
	const minted = calls.take('mintTo', [mint, token, authority], texts.owner);
	const amount = minted.u64();
	if (amount !== 1n) refuse(texts.amount(amount.toLocaleString('en')));
	minted.end();
	return [token, collection];
}

/** The group that pieces join later. */
export function takeGroup(
	calls: CallReader,
	{ wallet, mint }: Made,
	promise: CollectionPromise,
	fields: MintTexts['fields'],
) {
	const group = calls.take('makeGroup', [mint, mint, wallet], texts.group);
	const [authority, maxSize] = [group.address(), group.u64()];
	group.end();
	if (maxSize !== BigInt(promise.supply)) {
		refuse(texts.size(maxSize.toLocaleString('en'), promise.supply.toLocaleString('en')));
	}
	const [royalty, ...others] = fields;
	if (royalty?.[0] !== 'royalty_basis_points' || others.length > 0) return refuse(texts.field);
	if (royalty[1] !== String(Math.round(promise.royalty * 100))) refuse(texts.royalty(royalty[1], promise.royalty));
	return { maxSize, royaltyBasisPoints: royalty[1], authority: authority ?? refuse(texts.group) };
}

export function requireTexts({ creates, symbol, ...promise }: TransactionPromise, found: MintTexts): void {
	if ('name' in promise && found.name !== promise.name) refuse(texts.name(found.name, promise.name));
	if (found.symbol !== symbol) refuse(texts.symbol(found.symbol, symbol));
	if (!metadataUris[creates].test(found.uri)) refuse(texts.files(found.uri));
	if (creates === 'piece' && found.fields.length > 0) refuse(texts.field);
}

export function requireWritable(found: readonly string[], expected: readonly string[]): void {
	const wanted = new Set(expected);
	if (found.length !== wanted.size || !found.every((address) => wanted.has(address))) refuse(texts.foreign);
}
