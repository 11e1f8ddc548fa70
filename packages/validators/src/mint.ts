import { z } from 'zod';
import { idSchema, pageFields } from './generation.ts';
import { descriptionMaxLength } from './limits.ts';
import { longText, shownText } from './text.ts';

/** The chains that single images are minted on, by the name the API uses. */
export const mintChainSchema = z.enum(['polygon', 'ethereum'], {
	error: (issue) => (issue.input === undefined ? 'Choose a chain' : 'Choose polygon or ethereum'),
});
export type MintChain = z.infer<typeof mintChainSchema>;

/** What wallets know a chain by, and how it is offered. */
export const mintChainFacts = {
	polygon: { chainId: 137, symbol: 'MATIC', label: 'Polygon (Low Gas)', name: 'Polygon' },
	ethereum: { chainId: 1, symbol: 'ETH', label: 'Ethereum', name: 'Ethereum' },
} as const satisfies Record<MintChain, { chainId: number; symbol: string; label: string; name: string }>;

/** A chain as it is configured, for developers' wallets. */
export const mintChainOutput = z.object({
	chain: mintChainSchema,
	chainId: z.int(),
	symbol: z.string(),
	/** The URL of a public node; null where the operator named none. */
	rpcUrl: z.string().nullable(),
	explorerUrl: z.string().nullable(),
	contractAddress: z.string(),
	/** False where the operator set no IPFS service: a token's files are its owner's to publish. */
	publishesFiles: z.boolean(),
});
export type MintChainOutput = z.infer<typeof mintChainOutput>;

export const mintStatusValues = ['none', 'prepared', 'minting', 'confirmed', 'failed'] as const;
export const mintStatusSchema = z.enum(mintStatusValues);
/** `none` is never stored: it is what an image without a mint has. */
export type MintStatus = z.infer<typeof mintStatusSchema>;

export const nftNameMaxLength = 100;

/** 20 bytes in hexadecimal; whether mixed case is a right checksum is looked at by the verb. */
export const evmAddressSchema = z
	.string()
	.regex(/^0x[0-9a-fA-F]{40}$/, 'Not an address of this chain')
	.refine((address) => !/^0x0{40}$/.test(address), 'The zero address cannot own a token');

const hash32Schema = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not a transaction hash');

/** Body of `POST /api/mint/prepare`. Price and token id are the server's to say. */
export const prepareMintInput = z.strictObject({
	imageId: idSchema,
	chain: mintChainSchema,
	/** Who becomes the owner, and alone can hold what the voucher permits. */
	walletAddress: evmAddressSchema,
	name: shownText(nftNameMaxLength).min(1, 'Give it a name'),
	description: longText(descriptionMaxLength).default(''),
});
export type PrepareMintInput = z.infer<typeof prepareMintInput>;

/** What the wallet sends to the contract's `redeem`, and what it is told about it. */
export const preparedMintOutput = z.object({
	mintId: z.string(),
	imageId: z.string(),
	chain: mintChainSchema,
	chainId: z.int(),
	contractAddress: z.string(),
	voucher: z.object({
		to: z.string(),
		/** SHA-256 of the metadata JSON, 0x and 64 digits. */
		digest: z.string(),
		/** Wei, decimal. */
		price: z.string(),
		/** Unsigned 64-bit, decimal; the token's id. */
		nonce: z.string(),
		/** Last second (Unix time) at which the voucher holds. */
		deadline: z.int(),
	}),
	/** Compact (EIP-2098). */
	signature: z.object({ r: z.string(), vs: z.string() }),
	tokenUri: z.string(),
	imageCid: z.string(),
	metadataCid: z.string(),
	/** False where the operator set no IPFS service: the files are to be downloaded and published by their owner. */
	published: z.boolean(),
	carUrl: z.string(),
});
export type PreparedMint = z.infer<typeof preparedMintOutput>;

/** Body of `POST /api/mint/{imageId}/submitted`. The hash is a hint: the chain decides. */
export const submittedMintInput = z.strictObject({
	imageId: idSchema,
	chain: mintChainSchema,
	transactionHash: hash32Schema,
});
export type SubmittedMintInput = z.infer<typeof submittedMintInput>;

/** Without `limit` all mints come; a cursor is the id of an image. */
export const mintStatusInput = z
	.strictObject({ ...pageFields, chain: mintChainSchema.default('polygon') })
	.prefault({});
export type MintStatusInput = z.infer<typeof mintStatusInput>;

/** One image's mint on one chain. */
export const mintStatusOutput = z.object({
	imageId: z.string(),
	status: mintStatusSchema,
	/** Null until there is a transaction, and without an explorer. */
	explorerUrl: z.string().nullable(),
	/** Why it failed; null while it has not. */
	errorMessage: z.string().nullable(),
	/** False where the token's files are still its owner's to publish. */
	published: z.boolean(),
});
export type ImageMintStatus = z.infer<typeof mintStatusOutput>;

/** Query of `GET /api/mint/{imageId}/car`. */
export const mintCarInput = z.strictObject({ imageId: idSchema, chain: mintChainSchema.default('polygon') });
export type MintCarInput = z.infer<typeof mintCarInput>;
