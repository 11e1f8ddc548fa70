import { address } from '@solana/kit';
import type { TransactionLifetime } from './build-transaction.ts';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';

/** What a new transaction needs to know of the chain. */
export async function readLifetime(
	connection: SolanaConnection,
	options: CallOptions = {},
): Promise<TransactionLifetime> {
	const { signal, commitment = 'confirmed' } = options;
	const [{ value }, lamportsPerByte] = await Promise.all([
		sendRequest(connection, connection.rpc.getLatestBlockhash({ commitment }), signal),
		readLamportsPerByte(connection, options),
	]);
	return { ...value, lamportsPerByte, microLamportsPerUnit: connection.microLamportsPerUnit };
}

/** Rent for one byte of an account that stays, in lamports. */
export async function readLamportsPerByte(
	connection: SolanaConnection,
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<bigint> {
	const emptyAccountLamports = await sendRequest(
		connection,
		connection.rpc.getMinimumBalanceForRentExemption(0n),
		signal,
	);
	return emptyAccountLamports / 128n;
}

/** Lamports of an address; 0 for one that the chain does not know. */
export async function readBalance(
	connection: SolanaConnection,
	owner: string,
	options: CallOptions = {},
): Promise<bigint> {
	const { signal, commitment = 'confirmed' } = options;
	return (await sendRequest(connection, connection.rpc.getBalance(address(owner), { commitment }), signal)).value;
}

/** The chain's first block, which tells clusters apart. */
export async function readGenesisHash(
	connection: SolanaConnection,
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<string> {
	return sendRequest(connection, connection.rpc.getGenesisHash(), signal);
}
