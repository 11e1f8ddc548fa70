import { z } from 'zod';

/** A transaction of an EVM chain, which the wallet completes, signs and sends by itself. */
export const evmCallOutput = z.object({
	chainId: z.int(),
	to: z.string(),
	/** Hex with 0x. */
	data: z.string(),
	/** Decimal. */
	valueWei: z.string(),
});

/** What the contract of a collection says of its sale, which its owner alone decides; `ended` is for good. */
export const saleChainStateSchema = z.enum(['open', 'paused', 'ended']);
export type SaleChainState = z.infer<typeof saleChainStateSchema>;

/** What wallets are told of an EVM chain. */
export const saleChainOutput = z.object({
	chainId: z.int(),
	name: z.string(),
	symbol: z.string(),
	/** A node for wallets that do not know the chain; null where the operator named none. */
	rpcUrl: z.string().nullable(),
	explorerUrl: z.string().nullable(),
});
export type SaleChain = z.infer<typeof saleChainOutput>;
