import { deployChains } from '@adx/contracts/evm/deploy/deploy-chains';
import { type PremiumChain, premiumChainFacts, premiumChainSchema } from '@adx/validators/premium';
import { z } from 'zod';
import { checksummed, type MintVariables } from '../mint/mint-settings.ts';
import { defineSettings, open } from '../platform/settings.ts';

/** A chain on which Premium can be paid for. */
export interface PremiumChainSettings {
	readonly chain: PremiumChain;
	readonly chainId: number;
	/** The symbol of the coin that is paid in. */
	readonly symbol: string;
	readonly rpcUrl: string;
	/** Without a slash at its end; null where transactions are not linked. */
	readonly explorerUrl: string | null;
	/** The address to pay. */
	readonly treasury: string;
	/** In the coin, decimal, more than zero. */
	readonly price: string;
	/** Blocks, the one with the transaction included, until a payment counts. */
	readonly confirmations: number;
}

/** Empty where Premium is opened by the passphrase alone. */
export type PremiumSettings = ReadonlyMap<PremiumChain, PremiumChainSettings>;

type PerChain = Readonly<Partial<Record<PremiumChain, string>>>;

/**
 * Reads `polygon:a,ethereum:b`, or one value without a chain, which counts for each of `plainFor`. Null for anything else,
 * and where `read` knows no such value.
 */
function readPerChain(
	text: string,
	plainFor: readonly PremiumChain[],
	read: (chain: PremiumChain, value: string) => string | null,
): PerChain | null {
	const values: Partial<Record<PremiumChain, string>> = {};
	for (const entry of text.split(',')) {
		const [, name, plain = ''] = /^\s*(?:([a-z]+)\s*:)?\s*(\S+)\s*$/.exec(entry) ?? [];
		const named = premiumChainSchema.safeParse(name);
		if (name !== undefined && !named.success) return null;
		for (const chain of named.success ? [named.data] : plainFor) {
			const value = read(chain, plain);
			if (value === null || values[chain] !== undefined) return null;
			values[chain] = value;
		}
	}
	return values;
}

const perChain = (
	message: string,
	...how: [readonly PremiumChain[], (chain: PremiumChain, value: string) => string | null]
) =>
	z.string().transform((text, context): PerChain => {
		const values = readPerChain(text, ...how);
		if (values !== null) return values;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

// As many places as the coin has.
const isPrice = (text: string) => /^\d{1,12}(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);

function treasuryAddress(text: string): string | null {
	const address = checksummed(text);
	return address === null || /^0x0{40}$/.test(address) ? null : address;
}

/** The operator's variables about paying for Premium; none needs to be set. */
export const premiumVariables = defineSettings({
	PREMIUM_TREASURY: open(
		perChain(
			'must be an address such as 0x5FbD…, or one per chain: polygon:0x…,ethereum:0x…',
			premiumChainSchema.options,
			(_, text) => treasuryAddress(text),
		).optional(),
		'who is paid for Premium; with `PREMIUM_PRICE`, else passphrases alone open it: [Selling Premium](operations.md#selling-premium)',
	),
	PREMIUM_PRICE: open(
		perChain(
			'must be a price in the chain’s coin such as polygon:5,ethereum:0.002, or a number alone for Polygon',
			['polygon'],
			(_, text) => (isPrice(text) ? text : null),
		).optional(),
		'what Premium costs, by chain, e.g. `polygon:5`',
	),
});
export type PremiumVariables = z.infer<typeof premiumVariables>;

type Variables = PremiumVariables & MintVariables;

/** Why Premium cannot be sold as these variables say, in one line that names the one to change; null where it can. */
export function findPremiumProblem(variables: Variables): string | null {
	const { PREMIUM_TREASURY: treasuries, PREMIUM_PRICE: prices } = variables;
	if (treasuries === undefined && prices === undefined) return null;
	if (prices === undefined) return 'PREMIUM_PRICE must be set beside PREMIUM_TREASURY';
	if (treasuries === undefined) return 'PREMIUM_TREASURY must be set beside PREMIUM_PRICE';
	for (const chain of pricedChains(prices)) {
		const { name } = premiumChainFacts[chain];
		const prefix = deployChains[chain].variables;
		if (treasuries[chain] === undefined)
			return `PREMIUM_TREASURY must name an address on ${name}, where PREMIUM_PRICE has a price`;
		if (variables[`${prefix}_RPC_URL`] === undefined)
			return `${prefix}_RPC_URL must be set, since PREMIUM_PRICE has a price on ${name}`;
	}
	return null;
}

const pricedChains = (prices: PerChain) => premiumChainSchema.options.filter((chain) => prices[chain] !== undefined);

/** The chains with a price, of variables that have no problem. They need no contract and no signer. */
export function toPremiumSettings(variables: Variables): PremiumSettings {
	const { PREMIUM_TREASURY: treasuries = {}, PREMIUM_PRICE: prices = {} } = variables;
	return new Map(
		pricedChains(prices).flatMap((chain): [PremiumChain, PremiumChainSettings][] => {
			const prefix = deployChains[chain].variables;
			const [rpcUrl, treasury, price] = [variables[`${prefix}_RPC_URL`], treasuries[chain], prices[chain]];
			if (rpcUrl === undefined || treasury === undefined || price === undefined) return [];
			const settings = {
				chain,
				chainId: premiumChainFacts[chain].chainId,
				symbol: variables[`${prefix}_SYMBOL`],
				rpcUrl,
				explorerUrl: variables[`${prefix}_EXPLORER_URL`]?.replace(/\/+$/, '') ?? null,
				treasury,
				price,
				confirmations: variables[`${prefix}_CONFIRMATIONS`],
			};
			return [[chain, settings]];
		}),
	);
}
