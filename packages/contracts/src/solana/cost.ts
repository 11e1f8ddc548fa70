import { address, createNoopSigner } from '@solana/kit';
import { rentLamports, type TransactionLifetime, transactionFeeLamports } from './build-transaction.ts';
import { collectionUnits, pieceUnits } from './compute-units.ts';
import { type MintMetadata, mintRentLamports, type NftMint } from './nft-mint.ts';
import { tokenAccountBytes } from './token-account.ts';

/** What a transaction takes from the wallet that signs it, in lamports; a price comes on top. */
export interface TransactionCost {
	/** Stays locked in the accounts that are made. */
	readonly rentLamports: bigint;
	readonly feeLamports: bigint;
	readonly totalLamports: bigint;
	/** What has to remain in a wallet that is not emptied to the last lamport. */
	readonly walletMinimumLamports: bigint;
}

const anyone = createNoopSigner(address('11111111111111111111111111111111'));

/** What of the chain's present decides a cost; any `TransactionLifetime` says it. */
export type ChainPrices = Pick<TransactionLifetime, 'lamportsPerByte' | 'microLamportsPerUnit'>;

/** What the creator pays for the collection's transaction, apart from any piece. */
export function collectionCostAt(prices: ChainPrices, metadata: MintMetadata): TransactionCost {
	const { address: mint } = anyone;
	const rent = mintRentLamports(
		{
			...unsigned(metadata),
			pointer: { __kind: 'GroupPointer', authority: null, groupAddress: mint },
			member: { __kind: 'TokenGroup', updateAuthority: mint, mint, size: 0n, maxSize: 0n },
		},
		prices.lamportsPerByte,
	);
	return costOf(prices, rent, { signatureCount: 2, computeUnitLimit: collectionUnits(metadata) });
}

/** What the buyer of one piece pays beside the price. */
export function pieceCostAt(prices: ChainPrices, metadata: MintMetadata): TransactionCost {
	const { address: mint } = anyone;
	const { lamportsPerByte } = prices;
	const rent = mintRentLamports(
		{
			...unsigned(metadata),
			pointer: { __kind: 'GroupMemberPointer', authority: null, memberAddress: mint },
			member: { __kind: 'TokenGroupMember', mint, group: mint, memberNumber: 0n },
		},
		lamportsPerByte,
	);
	const tokenRent = rentLamports(lamportsPerByte, tokenAccountBytes);
	return costOf(prices, rent + tokenRent, { signatureCount: 3, computeUnitLimit: pieceUnits(metadata) });
}

/** A size does not depend on whose keys they are. */
function unsigned(metadata: MintMetadata): Omit<NftMint, 'pointer' | 'member'> {
	return { mint: anyone, payer: anyone, mintAuthority: anyone, metadataAuthority: anyone.address, metadata };
}

function costOf(
	{ lamportsPerByte, microLamportsPerUnit }: ChainPrices,
	rent: bigint,
	{ signatureCount, computeUnitLimit }: { readonly signatureCount: number; readonly computeUnitLimit: number },
): TransactionCost {
	const feeLamports = transactionFeeLamports(signatureCount, computeUnitLimit, microLamportsPerUnit);
	return {
		rentLamports: rent,
		feeLamports,
		totalLamports: rent + feeLamports,
		walletMinimumLamports: rentLamports(lamportsPerByte, 0),
	};
}
