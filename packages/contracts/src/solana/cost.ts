import { address, createNoopSigner } from '@solana/kit';
import { rentLamports, type TransactionLifetime, transactionFeeLamports } from './build-transaction.ts';
import { collectionUnits, itemUnits } from './compute-units.ts';
import { authorityDepositLamports } from './group-authority.ts';
import { type MintMetadata, mintRentLamports, type NftMint } from './nft-mint.ts';
import { revealReserveLamports } from './reveal-transaction.ts';
import { tokenAccountBytes } from './token-account.ts';

/** What a transaction takes from the wallet that signs it, in lamports; a price comes on top. */
export interface TransactionCost {
	/** Stays locked in the accounts that are made, with a collection's deposit, most of which comes back. */
	readonly rentLamports: bigint;
	readonly feeLamports: bigint;
	readonly totalLamports: bigint;
	/** What has to remain in a wallet that is not emptied to the last lamport. */
	readonly walletMinimumLamports: bigint;
}

const placeholderAddress = createNoopSigner(address('11111111111111111111111111111111'));

/** What of the chain's present decides a cost; any `TransactionLifetime` says it. */
export type ChainPrices = Pick<TransactionLifetime, 'lamportsPerByte' | 'microLamportsPerUnit'>;

/** What the creator pays for the collection's transaction, apart from any item; `coveredItems` are those to be revealed. */
export function computeCollectionCost(prices: ChainPrices, metadata: MintMetadata, coveredItems = 0): TransactionCost {
	const { address: mint } = placeholderAddress;
	const rent = mintRentLamports(
		{
			...unsigned(metadata),
			pointer: { __kind: 'GroupPointer', authority: null, groupAddress: mint },
			member: { __kind: 'TokenGroup', updateAuthority: mint, mint, size: 0n, maxSize: 0n },
		},
		prices.lamportsPerByte,
	);
	const deposit = authorityDepositLamports(prices.lamportsPerByte) + revealReserveLamports(coveredItems);
	return computeCost(prices, rent + deposit, { signatureCount: 2, computeUnitLimit: collectionUnits(metadata) });
}

/** What the buyer of one item pays beside the price. */
export function computeItemCost(prices: ChainPrices, metadata: MintMetadata): TransactionCost {
	const { address: mint } = placeholderAddress;
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
	return computeCost(prices, rent + tokenRent, { signatureCount: 3, computeUnitLimit: itemUnits(metadata) });
}

/** A size does not depend on whose keys they are. */
function unsigned(metadata: MintMetadata): Omit<NftMint, 'pointer' | 'member'> {
	return {
		mint: placeholderAddress,
		payer: placeholderAddress,
		mintAuthority: placeholderAddress,
		metadataAuthority: placeholderAddress.address,
		metadata,
	};
}

function computeCost(
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
