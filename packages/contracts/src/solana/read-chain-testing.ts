import {
	type Address,
	address,
	getSolanaErrorFromTransactionError,
	parseBase64RpcAccount,
	type Signature,
	unwrapOption,
} from '@solana/kit';
import {
	decodeMint,
	decodeToken,
	type Extension,
	isExtension,
	TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import type { SolanaError } from './solana-error.ts';
import { toSolanaError } from './to-solana-error.ts';
import { deriveTokenAccount } from './token-account.ts';

// What a chain holds after a test: the server itself follows its own transactions, and reads none of this.

/** The group of a collection. */
export interface CollectionGroup {
	/** How many items there are. */
	readonly size: number;
	/** How many there can be. */
	readonly maxSize: number;
	/** The authority that admits members. */
	readonly updateAuthority: string | null;
	readonly name: string;
	readonly uri: string;
}

/** An item that is on the chain. */
export interface Item {
	readonly mint: string;
	/** The collection's mint; null where the mint is a member of nothing. */
	readonly group: string | null;
	/** Its place among the members, from 1, in the order in which they were made. */
	readonly memberNumber: number | null;
	/** How many tokens there are, 1 unless it was burnt. */
	readonly supply: bigint;
	/** Whether nobody can mint another. */
	readonly isSupplyFixed: boolean;
	readonly name: string;
	readonly uri: string;
}

/** What a transaction did to one address. */
export interface TransactionEffect {
	readonly slot: bigint;
	/** When its block was made, as far as the node knows. */
	readonly time: Date | null;
	readonly error: SolanaError | null;
	/** What the address has more than before, in lamports; what it has less is negative. */
	readonly receivedLamports: bigint;
}

/** Most accounts that a node returns in one call. */
const accountsPerCall = 100;

/** Number of blocks so far; a transaction cannot land any more when it is beyond its `lastValidBlockHeight`. */
export async function readBlockHeight(connection: SolanaConnection, options: CallOptions = {}): Promise<bigint> {
	const { signal, commitment = 'confirmed' } = options;
	return sendRequest(connection, connection.rpc.getBlockHeight({ commitment }), signal);
}

/** The group of a collection's mint; null where there is no such mint, or it is not a collection. */
export async function readGroup(
	connection: SolanaConnection,
	collectionMint: string,
	options: CallOptions = {},
): Promise<CollectionGroup | null> {
	const [mint] = await readMints(connection, [collectionMint], options);
	const group = mint?.extensions.find((each) => isExtension('TokenGroup', each));
	if (mint === undefined || mint === null || group === undefined) return null;
	const { size, maxSize, updateAuthority } = group;
	const { name, uri } = findMetadata(mint.extensions);
	return { size: Number(size), maxSize: Number(maxSize), updateAuthority: unwrapOption(updateAuthority), name, uri };
}

/** The items at these mint addresses, each null where there is none; 100 of them take one call. */
export async function readItems(
	connection: SolanaConnection,
	mints: readonly string[],
	options: CallOptions = {},
): Promise<(Item | null)[]> {
	const found = await readMints(connection, mints, options);
	return found.map((mint) => {
		if (mint === null) return null;
		const member = mint.extensions.find((each) => isExtension('TokenGroupMember', each));
		return {
			mint: mint.address,
			group: member?.group ?? null,
			memberNumber: member === undefined ? null : Number(member.memberNumber),
			supply: mint.supply,
			isSupplyFixed: unwrapOption(mint.mintAuthority) === null,
			...findMetadata(mint.extensions),
		};
	});
}

/** Whether a wallet's own account for that mint holds the token. Says nothing about other accounts of the wallet. */
export async function holdsItem(
	connection: SolanaConnection,
	mint: string,
	owner: string,
	options: CallOptions = {},
): Promise<boolean> {
	const { account } = await deriveTokenAccount(owner, mint);
	return (await readTokenAccount(connection, account, options))?.amount === 1n;
}

async function readTokenAccount(connection: SolanaConnection, account: Address, options: CallOptions) {
	const { signal, commitment = 'confirmed' } = options;
	const request = connection.rpc.getAccountInfo(account, { commitment, encoding: 'base64' });
	const { value } = await sendRequest(connection, request, signal);
	const encoded = parseBase64RpcAccount(account, value);
	return encoded.exists ? decodeToken(encoded).data : null;
}

async function readMints(connection: SolanaConnection, mints: readonly string[], options: CallOptions) {
	const { signal, commitment = 'confirmed' } = options;
	const batches = Array.from({ length: Math.ceil(mints.length / accountsPerCall) }, (_, position) =>
		mints.slice(position * accountsPerCall, (position + 1) * accountsPerCall).map((mint) => address(mint)),
	);
	const responses = await Promise.all(
		batches.map(async (batch) => {
			const request = connection.rpc.getMultipleAccounts(batch, { commitment, encoding: 'base64' });
			const { value } = await sendRequest(connection, request, signal);
			return batch.map((each, position) => parseBase64RpcAccount(each, value[position] ?? null));
		}),
	);
	return responses.flat().map((account) => {
		// An address may hold lamports that somebody sent there, and be no mint for that.
		if (!account.exists || account.programAddress !== TOKEN_2022_PROGRAM_ADDRESS) return null;
		const { mintAuthority, supply, extensions } = decodeMint(account).data;
		return { address: account.address, mintAuthority, supply, extensions: unwrapOption(extensions) ?? [] };
	});
}

function findMetadata(extensions: readonly Extension[]): { name: string; uri: string } {
	const metadata = extensions.find((each) => isExtension('TokenMetadata', each));
	return { name: metadata?.name ?? '', uri: metadata?.uri ?? '' };
}

/**
 * What a transaction did to an address; null when no block of that commitment has it, or it does not name the address.
 */
export async function readEffect(
	connection: SolanaConnection,
	signature: string,
	owner: string,
	{ signal, commitment = 'confirmed' }: CallOptions = {},
): Promise<TransactionEffect | null> {
	const request = connection.rpc.getTransaction(signature as Signature, {
		commitment,
		encoding: 'json',
		maxSupportedTransactionVersion: 0,
	});
	const found = await sendRequest(connection, request, signal);
	if (!found?.meta) return null;
	const position = found.transaction.message.accountKeys.indexOf(address(owner));
	const [before, after] = [found.meta.preBalances[position], found.meta.postBalances[position]];
	if (before === undefined || after === undefined) return null;
	const { err } = found.meta;
	return {
		slot: found.slot,
		time: found.blockTime === null ? null : new Date(Number(found.blockTime) * 1000),
		error: err === null ? null : toSolanaError(getSolanaErrorFromTransactionError(err)),
		receivedLamports: after - before,
	};
}
