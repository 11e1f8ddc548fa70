import type { MintChain } from '@adx/validators/minted-token';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { fromDatabaseNow } from '../../client/database-time.ts';
import type { MintedTokenRow, MintedTokensTable, MintVoucherRow } from '../../schema/mint-tables.ts';
import { findMintMetadata } from './minted-tokens.ts';

/** A mint that the chain can still change, with its voucher. */
export type OpenMint = Pick<MintedTokenRow, 'id' | 'status' | 'tokenId' | 'txHash'> &
	Pick<MintVoucherRow, 'deadline' | 'signedAtBlock'>;

/** Whether the chain can still change a mint. Written out as its index has it, which is not found by parameters. */
export const isOpenMint = sql<boolean>`(
	minted_tokens.status in ('prepared', 'minting', 'failed') and not minted_tokens.is_final
)`;

/** The mints on a contract that it can still change: also failed ones, whose owner may have sent the voucher again. */
export async function listOpenMints(db: Database, chain: MintChain, contractAddress: string): Promise<OpenMint[]> {
	return db
		.selectFrom('mintedTokens')
		.innerJoin('mintVouchers', 'mintVouchers.mintId', 'mintedTokens.id')
		.select([
			'mintedTokens.id',
			'mintedTokens.status',
			'mintedTokens.tokenId',
			'mintedTokens.txHash',
			'mintVouchers.deadline',
			'mintVouchers.signedAtBlock',
		])
		.where('mintedTokens.chain', '=', chain)
		.where('mintedTokens.contractAddress', '=', contractAddress)
		.where(isOpenMint)
		.orderBy('mintedTokens.createdAt')
		.execute();
}

/** A transaction that the node should know by now. */
export type OverdueTransaction = Pick<MintedTokenRow, 'id' | 'txIsUnknown'> & { readonly txHash: string };

/** The mints under way on a contract whose transaction was reported at least so many milliseconds ago. */
export async function listOverdueTransactions(
	db: Database,
	chain: MintChain,
	contractAddress: string,
	overdueMs: number,
): Promise<OverdueTransaction[]> {
	return db
		.selectFrom('mintedTokens')
		.select(['id', 'txIsUnknown', sql<string>`tx_hash`.as('txHash')])
		.where('chain', '=', chain)
		.where('contractAddress', '=', contractAddress)
		.where(isOpenMint)
		.where('status', '=', 'minting')
		.where('txHash', 'is not', null)
		.where(({ fn }) => fn.coalesce('txReportedAt', 'createdAt'), '<=', fromDatabaseNow(-overdueMs))
		.orderBy('createdAt')
		.execute();
}

/** Notes whether the node knows the transaction of a mint that is still under way with it. */
export async function markTransaction(
	db: Database,
	{ id, txHash }: Pick<OverdueTransaction, 'id' | 'txHash'>,
	isUnknown: boolean,
): Promise<void> {
	await db
		.updateTable('mintedTokens')
		.set({ txIsUnknown: isUnknown })
		.where('id', '=', id)
		.where('status', '=', 'minting')
		.where('txHash', '=', txHash)
		.execute();
}

/** Where a token was minted. */
export interface ConfirmedMintFacts {
	readonly txHash: string | null;
	readonly blockNumber: number;
	readonly blockHash: string;
	/** The block's time. */
	readonly mintedAt: Date;
	/** What the contract says the token's metadata is. */
	readonly metadataSha256: string;
	/** Derived from the same hash. */
	readonly metadataCid: string;
	/** The address that received it; null for a token that is already burnt. */
	readonly ownerAddress: string | null;
}

/**
 * Ends a mint as confirmed, with the document that was really redeemed; of one that is not known here, as after a
 * database was restored, only what its hash says stays. False when another worker was first.
 */
export async function confirmMint(trx: DatabaseTransaction, id: string, seen: ConfirmedMintFacts): Promise<boolean> {
	const { ownerAddress, ...facts } = seen;
	const redeemed = await findMintMetadata(trx, id, facts.metadataSha256);
	const { numUpdatedRows } = await trx
		.updateTable('mintedTokens')
		.set({
			...facts,
			tokenUri: `ipfs://${facts.metadataCid}`,
			nftName: redeemed?.nftName ?? '',
			nftDescription: redeemed?.nftDescription ?? '',
			imageCid: redeemed?.imageCid ?? '',
			...(ownerAddress === null ? {} : { ownerAddress }),
			status: 'confirmed' as const,
			errorMessage: null,
			isFinal: false,
			cancelledAt: null,
			txIsUnknown: false,
		})
		.where('id', '=', id)
		.where('status', '!=', 'confirmed')
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await trx.updateTable('mintVouchers').set({ used: true, usedAt: facts.mintedAt }).where('mintId', '=', id).execute();
	return true;
}

/**
 * Ends a mint that did not succeed; with `isFinal`, no voucher of it can succeed either. Without an `errorMessage` nothing
 * went wrong: its owner sent nothing in time. False where the mint has changed since it was read: it ended, was prepared
 * again, or has another transaction on its way.
 */
export async function failMint(
	db: Database,
	{ id, txHash, deadline }: Pick<OpenMint, 'id' | 'txHash' | 'deadline'>,
	{ errorMessage, isFinal }: { readonly errorMessage: string | null; readonly isFinal: boolean },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('mintedTokens')
		.set((eb) => ({
			status: 'failed',
			isFinal,
			txIsUnknown: false,
			// What it failed of first is what its owner did.
			errorMessage: eb.fn.coalesce('errorMessage', eb.val(errorMessage)),
		}))
		.where('id', '=', id)
		.where('status', 'in', isFinal ? ['prepared', 'minting', 'failed'] : ['prepared', 'minting'])
		.where(sql<boolean>`tx_hash is not distinct from ${txHash}`)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom('mintVouchers')
					.select(sql.lit(1).as('one'))
					.whereRef('mintVouchers.mintId', '=', 'mintedTokens.id')
					.where('mintVouchers.deadline', '=', deadline),
			),
		)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** A confirmed mint, as far as its block can be looked at again. */
export type ConfirmedMint = Pick<Selectable<MintedTokensTable>, 'id'> & {
	readonly blockNumber: number;
	readonly blockHash: string;
};

/** The mints that were confirmed in that block or a later one. */
export async function listConfirmedSince(
	db: Database,
	chain: MintChain,
	contractAddress: string,
	blockNumber: number,
): Promise<ConfirmedMint[]> {
	return db
		.selectFrom('mintedTokens')
		.select(['id', sql<number>`block_number`.as('blockNumber'), sql<string>`block_hash`.as('blockHash')])
		.where('chain', '=', chain)
		.where('contractAddress', '=', contractAddress)
		.where('status', '=', 'confirmed')
		.where('blockNumber', '>=', blockNumber)
		.execute();
}

/** Takes a confirmation back whose block is no longer part of the chain. */
export async function reopenMint(trx: DatabaseTransaction, { id, blockHash }: ConfirmedMint): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('mintedTokens')
		.set({ status: 'minting', blockNumber: null, blockHash: null, mintedAt: null })
		.where('id', '=', id)
		.where('status', '=', 'confirmed')
		.where('blockHash', '=', blockHash)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await trx.updateTable('mintVouchers').set({ used: false, usedAt: null }).where('mintId', '=', id).execute();
	return true;
}
