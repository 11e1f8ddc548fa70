import { address, createNoopSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getInitializeTokenGroupInstruction } from '@solana-program/token-2022';
import { type BuiltTransaction, buildTransaction, type TransactionLifetime } from './build-transaction.ts';
import { collectionUnits } from './compute-units.ts';
import { authorityDepositLamports } from './group-authority.ts';
import {
	fixSupplyInstruction,
	type MintMetadata,
	metadataInstructions,
	mintInstructions,
	mintRentLamports,
	type NftMint,
} from './nft-mint.ts';
import { revealReserveLamports } from './reveal-transaction.ts';
import { deriveAddress, deriveSigner } from './sale-keys.ts';

export interface CollectionOptions extends MintMetadata {
	/** How many items there can be. The sale's authority key could raise it until it gives that right up: see below. */
	readonly maxSize: number | bigint;
	/** Address of the creator's wallet, which signs and pays, and may change the metadata afterwards. */
	readonly creator: string;
	/** The sale's secret, of which its keys are derived. */
	readonly secret: Uint8Array;
	/** Whether its items are covered until the reveal, which the deposit pays for. */
	readonly isCovered?: boolean;
}

/**
 * The transaction that makes a collection: a mint of which there is no token and never will be, with metadata and with
 * a group of at most `maxSize` members. The creator's signature is missing.
 *
 * Only the sale's authority key lets members in. To the chain that key may also raise `maxSize`, or name another in its
 * place: that neither happens rests on the server, which signs with it nothing but the items that it built and, once all are
 * sold, that nobody has this power any more. The deposit pays for the latter.
 * @throws RangeError for a secret that is too short, kit's own error for an address that is none
 */
export async function buildCollectionTransaction(
	options: CollectionOptions,
	lifetime: TransactionLifetime,
): Promise<BuiltTransaction> {
	const creator = createNoopSigner(address(options.creator));
	const [mint, updateAuthority] = await Promise.all([
		deriveSigner(options.secret, 'collection'),
		deriveAddress(options.secret, 'authority'),
	]);
	const { maxSize } = options;
	const deposit =
		authorityDepositLamports(lifetime.lamportsPerByte) +
		(options.isCovered ? revealReserveLamports(Number(maxSize)) : 0n);
	const nft: NftMint = {
		mint,
		payer: creator,
		mintAuthority: creator,
		metadataAuthority: creator.address,
		metadata: options,
		pointer: { __kind: 'GroupPointer', authority: null, groupAddress: mint.address },
		member: { __kind: 'TokenGroup', updateAuthority, mint: mint.address, size: 0n, maxSize },
	};
	return buildTransaction(lifetime, {
		mint: mint.address,
		feePayer: creator.address,
		computeUnitLimit: collectionUnits(options),
		rentLamports: mintRentLamports(nft, lifetime.lamportsPerByte) + deposit,
		instructions: [
			...mintInstructions(nft, lifetime.lamportsPerByte),
			...metadataInstructions(nft),
			getInitializeTokenGroupInstruction({
				group: mint.address,
				mint: mint.address,
				mintAuthority: creator,
				updateAuthority,
				maxSize,
			}),
			fixSupplyInstruction(nft),
			getTransferSolInstruction({ source: creator, destination: updateAuthority, amount: deposit }),
		],
	});
}
