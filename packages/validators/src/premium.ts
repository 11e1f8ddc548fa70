import { z } from 'zod';
import { mintChainFacts } from './minted-token.ts';

/** The chains that Premium can be paid for on, by the name the API uses. */
export const premiumChainSchema = z.enum(['polygon', 'ethereum'], {
	error: (issue) => (issue.input === undefined ? 'Choose a chain' : 'Choose polygon or ethereum'),
});
export type PremiumChain = z.infer<typeof premiumChainSchema>;

/** How a chain is called, and how it names transactions and accounts. */
interface PremiumChainFacts {
	readonly name: string;
	/** What wallets know the chain by. */
	readonly chainId: number;
	/** The one form of a transaction's name in which it is compared and stored; null for what can be none. */
	readonly canonical: (signature: string) => string | null;
}

const evmHash = (signature: string) => (/^0x[0-9a-fA-F]{64}$/.test(signature) ? signature.toLowerCase() : null);

export const premiumChainFacts: Readonly<Record<PremiumChain, PremiumChainFacts>> = {
	polygon: { name: mintChainFacts.polygon.name, chainId: mintChainFacts.polygon.chainId, canonical: evmHash },
	ethereum: { name: mintChainFacts.ethereum.name, chainId: mintChainFacts.ethereum.chainId, canonical: evmHash },
};

/** A transaction's name in the form in which it is compared and stored; null for what that chain never calls one. */
export const canonicalSignature = (chain: PremiumChain, signature: string): string | null =>
	premiumChainFacts[chain].canonical(signature);

/** Body of `POST /api/auth/premium`. The signature is what names a transaction: its hash on EVM chains. */
export const payPremiumInput = z
	.strictObject({ chain: premiumChainSchema, signature: z.string().max(100, 'Not a transaction of this chain') })
	.superRefine(({ chain, signature }, context) => {
		if (canonicalSignature(chain, signature) !== null) return;
		const message = 'Not a transaction of this chain: 0x and 64 digits of 0-9 and a-f';
		context.addIssue({ code: 'custom', path: ['signature'], message });
	});
export type PayPremiumInput = z.infer<typeof payPremiumInput>;

/** A payment of the caller's. */
export const premiumPaymentOutput = z.object({
	chain: premiumChainSchema,
	signature: z.string(),
	/** False while it is switched off. */
	active: z.boolean(),
	/** When it was accepted. */
	paidAt: z.date(),
	/** Null without an explorer. */
	explorerUrl: z.string().nullable(),
});
export type PremiumPayment = z.infer<typeof premiumPaymentOutput>;

/** Body of `POST /api/auth/premium/started`. */
export const startPaymentInput = z.strictObject({ chain: premiumChainSchema });
export type StartPaymentInput = z.infer<typeof startPaymentInput>;

/** A payment that the caller's wallet was asked for, while it may be under way. */
export const startedPaymentOutput = z.object({
	chain: premiumChainSchema,
	startedAt: z.date(),
	/** Until another payment can be started. */
	secondsLeft: z.int(),
});
export type StartedPayment = z.infer<typeof startedPaymentOutput>;

/** How Premium can be paid for on one chain. */
export const premiumPriceOutput = z.object({
	chain: premiumChainSchema,
	chainId: z.int(),
	symbol: z.string(),
	/** In the chain's coin, decimal; never a rounded number. */
	price: z.string(),
	/** The address to pay. */
	treasury: z.string(),
	/** Blocks, its own included, until a payment counts. */
	confirmations: z.int(),
	/** Without a slash at its end; null where transactions are not linked. */
	explorerUrl: z.string().nullable(),
});
export type PremiumPrice = z.infer<typeof premiumPriceOutput>;
