import { z } from 'zod';

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

export const mintStatusValues = ['none', 'prepared', 'minting', 'confirmed', 'failed'] as const;
export const mintStatusSchema = z.enum(mintStatusValues);
/** `none` is never stored: it is what an image without a mint has, or with one that nobody sent before its permission ran out. */
export type MintStatus = z.infer<typeof mintStatusSchema>;

/** An image as a token on one chain. */
export const mintedTokenOutput = z.object({
	chain: mintChainSchema,
	status: mintStatusSchema,
	contractAddress: z.string(),
	/** Unsigned 64-bit, decimal. */
	tokenId: z.string(),
	/** Who owns it once it is confirmed, and alone can mint it before; null while the chain has not been read. */
	ownerAddress: z.string().nullable(),
	/** The hash of the transaction that the wallet reported, then of the one that minted it. */
	transactionHash: z.string().nullable(),
});
export type MintedToken = z.infer<typeof mintedTokenOutput>;
