import { Buffer } from 'node:buffer';
import { getBase58Encoder } from '@solana/kit';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import { SolanaError } from './solana-error.ts';

/** A block that nothing can take back. */
export interface FinalBlock {
	readonly slot: number;
	/** Its hash, 32 bytes in hex. */
	readonly hash: string;
}

/**
 * The first block at or after a slot, some slots being empty; null while there is none for good.
 * @throws SolanaError `unreachable` from a node that no longer has it, and would name a later one
 */
export async function readFirstBlock(
	connection: SolanaConnection,
	fromSlot: number,
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<FinalBlock | null> {
	const commitment = 'finalized';
	const newest = await sendRequest(connection, connection.rpc.getSlot({ commitment }), signal);
	if (newest < BigInt(fromSlot)) return null;
	const listed = connection.rpc.getBlocksWithLimit(BigInt(fromSlot), 1, { commitment });
	const [slot] = await sendRequest(connection, listed, signal);
	if (slot === undefined) return null;
	const options = {
		commitment,
		transactionDetails: 'none',
		rewards: false,
		maxSupportedTransactionVersion: 0,
	} as const;
	const block = await sendRequest(connection, connection.rpc.getBlock(slot, options), signal);
	if (block === null) return null;
	if (block.parentSlot >= BigInt(fromSlot)) {
		throw new SolanaError('unreachable', `The node no longer has the blocks from slot ${fromSlot} on.`);
	}
	return { slot: Number(slot), hash: Buffer.from(getBase58Encoder().encode(block.blockhash)).toString('hex') };
}
