import { address, createNoopSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
	getCreateAssociatedTokenInstruction,
	getInitializeTokenGroupMemberInstruction,
	getMintToInstruction,
} from '@solana-program/token-2022';
import {
	type BuiltTransaction,
	buildTransaction,
	rentLamports,
	type TransactionLifetime,
} from './build-transaction.ts';
import { itemUnits } from './compute-units.ts';
import {
	fixSupplyInstruction,
	type MintMetadata,
	metadataInstructions,
	mintInstructions,
	mintRentLamports,
	type NftMint,
} from './nft-mint.ts';
import { deriveSigner, itemLabel } from './sale-keys.ts';
import { deriveTokenAccount, tokenAccountBytes } from './token-account.ts';

export interface ItemOptions extends Omit<MintMetadata, 'additional'> {
	/** Address of the collection's mint. */
	readonly collectionMint: string;
	/** The sale's secret, of which its keys are derived. */
	readonly secret: Uint8Array;
	/** From 1; the item's mint follows from it. */
	readonly tokenNumber: number;
	/** Address of the wallet that signs, pays, and gets the item. */
	readonly buyer: string;
	/** Address of the wallet that gets the price. */
	readonly creator: string;
	/** What the creator gets; 0 for nothing. Where the creator buys, nothing is moved. */
	readonly priceLamports: bigint;
	/** Whether the sale's own key may name other files later, as it does at the reveal; nobody may by default. */
	readonly isCovered?: boolean;
	/**
	 * Further fields of the metadata on the chain, such as `royalty_basis_points`; they cost bytes of the transaction.
	 */
	readonly additionalMetadata?: Readonly<Record<string, string>>;
}

/**
 * The transaction that sells one item: the price goes from the buyer to the creator, the item's mint is made with its
 * metadata, becomes a member of the collection's group, its only token goes to the buyer, and nobody can mint another
 * or change the metadata, but for the sale's own key where it is covered. All of it happens, or nothing. The buyer's signature is missing.
 * @throws RangeError for a token number or secret that is none, or a price below 0; kit's own error for an address that
 * is none
 */
export async function buildItemTransaction(
	options: ItemOptions,
	lifetime: TransactionLifetime,
): Promise<BuiltTransaction> {
	const { secret, priceLamports, name, symbol, uri } = options;
	if (priceLamports < 0n) throw new RangeError(`A price is not negative: ${priceLamports}.`);
	const [mint, authority] = await Promise.all([
		deriveSigner(secret, itemLabel(options.tokenNumber)),
		deriveSigner(secret, 'authority'),
	]);
	const [group, buyer, creator] = [
		address(options.collectionMint),
		createNoopSigner(address(options.buyer)),
		address(options.creator),
	];
	const { account } = await deriveTokenAccount(buyer.address, mint.address);
	const nft: NftMint = {
		mint,
		payer: buyer,
		mintAuthority: authority,
		metadataAuthority: options.isCovered ? authority.address : null,
		metadata: { name, symbol, uri, additional: options.additionalMetadata ?? {} },
		pointer: { __kind: 'GroupMemberPointer', authority: null, memberAddress: mint.address },
		member: { __kind: 'TokenGroupMember', mint: mint.address, group, memberNumber: 0n },
	};
	const { lamportsPerByte } = lifetime;
	const isPaid = priceLamports > 0n && creator !== buyer.address;
	return buildTransaction(lifetime, {
		mint: mint.address,
		feePayer: buyer.address,
		computeUnitLimit: itemUnits(nft.metadata),
		rentLamports: mintRentLamports(nft, lamportsPerByte) + rentLamports(lamportsPerByte, tokenAccountBytes),
		instructions: [
			...(isPaid ? [getTransferSolInstruction({ source: buyer, destination: creator, amount: priceLamports })] : []),
			...mintInstructions(nft, lamportsPerByte),
			...metadataInstructions(nft),
			getInitializeTokenGroupMemberInstruction({
				member: mint.address,
				memberMint: mint.address,
				memberMintAuthority: authority,
				group,
				groupUpdateAuthority: authority,
			}),
			getCreateAssociatedTokenInstruction({
				payer: buyer,
				ata: account,
				owner: buyer.address,
				mint: mint.address,
			}),
			getMintToInstruction({ mint: mint.address, token: account, mintAuthority: authority, amount: 1n }),
			fixSupplyInstruction(nft),
		],
	});
}
