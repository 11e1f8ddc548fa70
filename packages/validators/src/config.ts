import { z } from 'zod';
import { engineSchema } from './engines/engines.ts';
import { mintChainSchema } from './minted-token.ts';
import { premiumPriceOutput } from './premium.ts';
import { saleChainOutput } from './sale/evm.ts';
import { solanaClusterSchema } from './sale/sales.ts';

/** The pages that `LOCKED_PAGES` may lock. */
export const lockablePageSchema = z.enum(['merger', 'gallery']);
export type LockablePage = z.infer<typeof lockablePageSchema>;

/** What an engine that calls a service is set to. */
const engineServiceOutput = z.object({
	/** The first one is the default. */
	models: z.array(
		z.object({
			name: z.string(),
			/** Price of one image in USD; null where the price table does not list the model. */
			usdPerImage: z.number().nullable(),
			/** About what each image that goes with a call costs on top, in USD; null where it is not known. */
			usdPerInputImage: z.number().nullable(),
			/** About how long a call takes that paints one image. */
			callSeconds: z.number(),
		}),
	),
	/** The day the prices were looked up, `2026-11-21`. */
	pricedAt: z.string(),
	/** Images a minute at the start; it adapts to what the key allows. */
	ratePerMinute: z.number(),
	/** The number of concurrent calls with one key. */
	callsAtOnce: z.int(),
	/** How many calls one image takes at most, while answers break off or hold no picture that can be used; each may be charged. */
	triesPerImage: z.int(),
	/** Addresses that an order may name; null where the service is always the same. */
	addresses: z.array(z.string()).nullable(),
	/** Whether other models than those may be asked for. */
	takesAnyModel: z.boolean(),
	/** What a key begins with; empty where any will do. */
	keyPrefixes: z.array(z.string()),
});

/** Answer of `GET /api/config`: what a page may know before anyone signs in. */
export const publicConfigOutput = z.object({
	gateStart: z.enum(['developer', 'role']),
	lockedPages: z.array(lockablePageSchema),
	geminiKeyPrefixes: z.array(z.string()),
	communityInviteUrl: z.string().nullable(),
	/** Whether signing in with Discord is set up. */
	discordSignIn: z.boolean(),
	/** Whether emergency access can open after a sign-in with Discord has failed. */
	emergencyAccess: z.boolean(),
	engines: z.array(
		z.object({
			name: engineSchema,
			available: z.boolean(),
			/** Null for an engine of this server. */
			service: engineServiceOutput.nullable(),
		}),
	),
	/** The service of the engine 'gemini', as `engines` has it too. */
	gemini: engineServiceOutput,
	/** Images a user may order on a UTC day; null without a limit. */
	dailyGenerationLimit: z.int().nullable(),
	/** An order that is to cost more than this is confirmed on the page before it is sent. */
	confirmAboveUsd: z.number(),
	features: z.object({ presets: z.boolean() }),
	/** The chains on which single images can be minted. */
	chains: z.array(z.object({ chain: mintChainSchema, chainId: z.int(), symbol: z.string() })),
	/** What Premium costs on each chain on which it can be paid for; empty where the passphrase alone opens it. */
	premiumPrices: z.array(premiumPriceOutput),
	/** Where merged collections can be minted and sold; null where it is not set up. */
	solana: z.object({ cluster: solanaClusterSchema }).nullable(),
	/** The EVM chains on which merged collections can be minted and sold. */
	saleChains: z.array(saleChainOutput.extend({ chain: mintChainSchema })),
});
export type PublicConfig = z.infer<typeof publicConfigOutput>;
