import type { Address, Instruction, TransactionSigner } from '@solana/kit';
import { getAllocateInstruction, getAssignInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
	AuthorityType,
	type ExtensionArgs,
	getInitializeMint2Instruction,
	getInitializeTokenMetadataInstruction,
	getMintSize,
	getPreInitializeInstructionsForMintExtensions,
	getSetAuthorityInstruction,
	getUpdateTokenMetadataFieldInstruction,
	getUpdateTokenMetadataUpdateAuthorityInstruction,
	TOKEN_2022_PROGRAM_ADDRESS,
	tokenMetadataField,
} from '@solana-program/token-2022';
import { rentLamports } from './build-transaction.ts';

/** Name, symbol and address of the JSON of a token, and further fields, all of them on the chain. */
export interface MintMetadata {
	/** At most 32 bytes as UTF-8. */
	readonly name: string;
	/** At most 10 bytes. */
	readonly symbol: string;
	/** At most 200 bytes. */
	readonly uri: string;
	/** Further fields by key, such as `royalty_basis_points`. */
	readonly additional?: Readonly<Record<string, string>>;
}

/** A mint without decimals that carries its metadata and its place in a group itself. */
export interface NftMint {
	readonly mint: TransactionSigner;
	readonly payer: TransactionSigner;
	/** Signs for everything that is set up here; has no say any more afterwards. */
	readonly mintAuthority: TransactionSigner;
	/** May change the metadata afterwards; null for nobody, ever. */
	readonly metadataAuthority: Address | null;
	readonly metadata: MintMetadata;
	/** The extension that points at a group or at a membership, and that which holds it. */
	readonly pointer: ExtensionArgs;
	readonly member: ExtensionArgs;
}

/** Extensions of the mint as they are at the end; the metadata is what makes sizes differ. */
function createExtensions({ mint, metadataAuthority, metadata, pointer, member }: NftMint) {
	const metadataPointer = {
		__kind: 'MetadataPointer',
		authority: null,
		metadataAddress: mint.address,
	} as const satisfies ExtensionArgs;
	const tokenMetadata = {
		__kind: 'TokenMetadata',
		updateAuthority: metadataAuthority,
		mint: mint.address,
		name: metadata.name,
		symbol: metadata.symbol,
		uri: metadata.uri,
		additionalMetadata: new Map(Object.entries(metadata.additional ?? {})),
	} as const satisfies ExtensionArgs;
	return { pointers: [metadataPointer, pointer], all: [metadataPointer, pointer, tokenMetadata, member] };
}

/** Rent of the mint's account with all that it holds at the end, in lamports. */
export function mintRentLamports(nft: NftMint, lamportsPerByte: bigint): bigint {
	return rentLamports(lamportsPerByte, getMintSize(createExtensions(nft).all));
}

/**
 * Makes the account and the mint with its pointers. Not by the system program's CreateAccount: that fails where
 * somebody sent a lamport to the address before, and who was offered an item once knows its address.
 */
export function mintInstructions(nft: NftMint, lamportsPerByte: bigint): Instruction[] {
	const { mint, payer, mintAuthority } = nft;
	const { pointers } = createExtensions(nft);
	return [
		getTransferSolInstruction({
			source: payer,
			destination: mint.address,
			amount: mintRentLamports(nft, lamportsPerByte),
		}),
		// What comes after the mint is initialised makes the account longer by itself, from the rent it already holds.
		getAllocateInstruction({ newAccount: mint, space: getMintSize(pointers) }),
		getAssignInstruction({ account: mint, programAddress: TOKEN_2022_PROGRAM_ADDRESS }),
		...getPreInitializeInstructionsForMintExtensions(mint.address, pointers),
		getInitializeMint2Instruction({ mint: mint.address, decimals: 0, mintAuthority: mintAuthority.address }),
	];
}

/**
 * Writes the metadata. Further fields need the signature of who may change it, so the mint authority may until it has
 * written them. It also does where nobody may afterwards: Token-2022 takes no metadata that begins without an
 * authority.
 */
export function metadataInstructions({ mint, mintAuthority, metadataAuthority, metadata }: NftMint): Instruction[] {
	const { name, symbol, uri, additional = {} } = metadata;
	const address = mint.address;
	const fields = Object.entries(additional);
	const isHandedOver = metadataAuthority === null || (fields.length > 0 && mintAuthority.address !== metadataAuthority);
	return [
		getInitializeTokenMetadataInstruction({
			metadata: address,
			updateAuthority: isHandedOver ? mintAuthority.address : metadataAuthority,
			mint: address,
			mintAuthority,
			name,
			symbol,
			uri,
		}),
		...fields.map(([key, value]) =>
			getUpdateTokenMetadataFieldInstruction({
				metadata: address,
				updateAuthority: mintAuthority,
				field: tokenMetadataField('Key', [key]),
				value,
			}),
		),
		...(isHandedOver
			? [
					getUpdateTokenMetadataUpdateAuthorityInstruction({
						metadata: address,
						updateAuthority: mintAuthority,
						newUpdateAuthority: metadataAuthority,
					}),
				]
			: []),
	];
}

/** Ends the minting of a mint forever. */
export function fixSupplyInstruction({ mint, mintAuthority }: NftMint): Instruction {
	return getSetAuthorityInstruction({
		owned: mint.address,
		owner: mintAuthority,
		authorityType: AuthorityType.MintTokens,
		newAuthority: null,
	});
}
