import { z } from 'zod';
import { descriptionMaxLength } from './limits.ts';
import { mintChainSchema, mintedTokenOutput } from './minted-token.ts';
import { pageFields } from './paging.ts';
import { idSchema, longText, shownText } from './text.ts';

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

/** Query of `GET /api/mint/contract`. */
export const mintContractInput = z.strictObject({ chain: mintChainSchema.default('polygon') }).prefault({});
export type MintContractInput = z.infer<typeof mintContractInput>;

/** The contract that mints on a chain, as the chain has it. */
export const mintContractOutput = z.object({
	chain: mintChainSchema,
	contractAddress: z.string(),
	version: z.int(),
	/** The most images of one transaction. */
	batchMax: z.int(),
	/** Of the price of a sale, in hundredths of a percent. */
	royaltyBasisPoints: z.int(),
	/** Who gets the royalty; null where it is whoever a token was minted to. */
	royaltyReceiver: z.string().nullable(),
});
export type MintContractOutput = z.infer<typeof mintContractOutput>;

export const nftNameMaxLength = 100;

/** Where tokens are sent to be rid of them. */
const burnAddresses: ReadonlySet<string> = new Set([
	'0x000000000000000000000000000000000000dead',
	'0xdead000000000000000042069420694206942069',
	'0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
	'0x0000000000000000000000000000000000000001',
]);

/** 20 bytes in hexadecimal; whether mixed case is a right checksum is looked at by the verb. */
export const evmAddressSchema = z
	.string()
	.regex(/^0x[0-9a-fA-F]{40}$/, 'Not an address of this chain')
	.refine((address) => !/^0x0{40}$/.test(address), 'The zero address cannot own a token')
	.refine((address) => !burnAddresses.has(address.toLowerCase()), 'Nobody has this address: what it owns is burnt');

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

/** Body of `POST /api/mint/{imageId}/cancel`. */
export const cancelMintInput = z.strictObject({ imageId: idSchema, chain: mintChainSchema });
export type CancelMintInput = z.infer<typeof cancelMintInput>;

/** Without `limit` all mints come; a cursor is the id of an image. */
export const mintStatusInput = z
	.strictObject({ ...pageFields, chain: mintChainSchema.default('polygon') })
	.prefault({});
export type MintStatusInput = z.infer<typeof mintStatusInput>;

/** One image's mint on one chain. */
export const mintStatusOutput = mintedTokenOutput.extend({
	imageId: z.string(),
	/** Null until there is a transaction, and without an explorer. */
	explorerUrl: z.string().nullable(),
	/** Why it failed; null while it has not. */
	errorMessage: z.string().nullable(),
	/** False where the token's files are still its owner's to publish. */
	published: z.boolean(),
	/** True while the chain's node knows nothing of the transaction, a minute or more after it was reported. */
	transactionUnknown: z.boolean(),
	/** When its owner gave it up, for a failed mint. */
	cancelledAt: z.date().nullable(),
	/** Until when what was signed can still be redeemed, and a token come to be; null once that is decided. */
	permittedUntil: z.date().nullable(),
});
export type ImageMintStatus = z.infer<typeof mintStatusOutput>;

/** Query of `GET /api/mint/{imageId}/car`. */
export const mintCarInput = z.strictObject({ imageId: idSchema, chain: mintChainSchema.default('polygon') });
export type MintCarInput = z.infer<typeof mintCarInput>;
