import { Buffer } from 'node:buffer';
import {
	address,
	getBase64Encoder,
	getCompiledTransactionMessageDecoder,
	getTransactionDecoder,
	type Signature,
} from '@solana/kit';
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';

/** What a transaction has Token-2022 do. */
export interface TokenCall {
	/** The first is the mint that it is about. */
	readonly accounts: readonly string[];
	readonly data: Buffer;
}

/** What instructions of Token-2022 begin with: InitializeMint2, UpdateField, and the group's UpdateGroupAuthority. */
const instructions = {
	initializeMint: '14',
	updateField: 'dde9312db5cadcc8',
	updateGroupAuthority: 'a1695801edddd8cb',
} as const;

/** The calls of a transaction that is there for good and did not fail; null where the node knows none, or not any more. */
export async function readTokenCalls(
	connection: SolanaConnection,
	signature: string,
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<{ readonly slot: number; readonly calls: readonly TokenCall[] } | null> {
	const request = connection.rpc.getTransaction(signature as Signature, {
		commitment: 'finalized',
		encoding: 'base64',
		maxSupportedTransactionVersion: 0,
	});
	const found = await sendRequest(connection, request, signal);
	if (!found?.meta || found.meta.err !== null) return null;
	return { slot: Number(found.slot), calls: toCalls(found.transaction[0]) };
}

function toCalls(wire: string): TokenCall[] {
	const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
	const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
	if (message.version !== 'legacy') return [];
	const { staticAccounts } = message;
	return message.instructions.flatMap(({ programAddressIndex, accountIndices = [], data }) => {
		if (staticAccounts[programAddressIndex] !== TOKEN_2022_PROGRAM_ADDRESS) return [];
		const accounts = accountIndices.map((index) => String(staticAccounts[index]));
		return [{ accounts, data: Buffer.from(data ?? new Uint8Array()) }];
	});
}

const isCallOf = ({ accounts, data }: TokenCall, mint: string, name: keyof typeof instructions): boolean =>
	accounts[0] === mint && data.toString('hex').startsWith(instructions[name]);

/** Whether calls make a mint. */
export const makesMint = (calls: readonly TokenCall[], mint: string): boolean =>
	calls.some((call) => isCallOf(call, mint, 'initializeMint'));

/**
 * Whether calls take the power over a collection's group from everybody, which happens once. Handing it to another key
 * looks alike, and may happen as often as somebody likes.
 */
export const givesUpGroup = (calls: readonly TokenCall[], mint: string): boolean =>
	calls.some((call) => isCallOf(call, mint, 'updateGroupAuthority') && isZero(call.data.subarray(8)));

/** Such an address stands for nobody. */
const isZero = (bytes: Uint8Array): boolean => bytes.length === 32 && bytes.every((byte) => byte === 0);

/** The further fields that calls write into the metadata of a mint. */
export function readAdditionalFields(calls: readonly TokenCall[], mint: string): Map<string, string> {
	const fields = new Map<string, string>();
	for (const call of calls) {
		const { data } = call;
		// A kind of field by its number; 3 is one with a key of its own.
		if (!isCallOf(call, mint, 'updateField') || data[8] !== 3) continue;
		const keyEnd = 13 + data.readUInt32LE(9);
		const valueEnd = keyEnd + 4 + data.readUInt32LE(keyEnd);
		fields.set(data.toString('utf8', 13, keyEnd), data.toString('utf8', keyEnd + 4, valueEnd));
	}
	return fields;
}

/** Transactions that name a collection and are looked at; whoever pays for it may name one as often as they like. */
const transactionsRead = 1_000;

/** The transaction that ended a collection, and its slot. */
export interface GroupEnd {
	readonly signature: string;
	readonly slot: number;
}

/**
 * The transaction by which the power over a collection's group was given up: one of `guesses`, or else one that names the
 * collection. Null where the node does not find it.
 */
export async function findGroupEnd(
	connection: SolanaConnection,
	collectionMint: string,
	guesses: readonly string[],
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<GroupEnd | null> {
	const findAmong = async (signatures: readonly string[]): Promise<GroupEnd | null> => {
		for (const signature of signatures) {
			const found = await readTokenCalls(connection, signature, { signal });
			if (found !== null && givesUpGroup(found.calls, collectionMint)) return { signature, slot: found.slot };
		}
		return null;
	};
	const guessed = await findAmong(guesses);
	if (guessed !== null) return guessed;
	const options = { commitment: 'finalized', limit: transactionsRead } as const;
	const request = connection.rpc.getSignaturesForAddress(address(collectionMint), options);
	const named = await sendRequest(connection, request, signal);
	return findAmong(named.flatMap(({ signature, err }) => (err === null ? [signature] : [])));
}
