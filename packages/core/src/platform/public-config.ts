import type { PublicConfig } from '@adx/validators/config';
import { engineSchema } from '@adx/validators/generation';
import { callsAtOnce, getCallSeconds } from '../engines/gemini/gemini-settings.ts';
import { callsPerImageMax } from '../generation/run/decide-failure.ts';
import { listPremiumPrices } from '../premium/premium-payments.ts';
import { presentChain } from '../sale/drop/drop-chains.ts';
import type { Services } from './context.ts';

/** What a page may know before anyone signs in. */
export function readPublicConfig({
	config,
	discord,
	engines,
	minting,
	premium,
	solana,
	dropChains,
}: Pick<Services, 'config' | 'discord' | 'engines' | 'minting' | 'premium' | 'solana' | 'dropChains'>): PublicConfig {
	return {
		gateStart: config.gateStart,
		lockedPages: [...config.lockedPages],
		geminiKeyPrefixes: [...config.geminiKeyPrefixes],
		communityInviteUrl: config.communityInviteUrl,
		discordSignIn: discord !== null,
		emergencyAccess: discord !== null && config.emergencyAccess === 'after-failure',
		gemini: {
			models: config.gemini.models.map((name) => ({
				name,
				usdPerImage: config.gemini.prices.usdPerImage[name] ?? null,
				callSeconds: getCallSeconds(name),
			})),
			pricedAt: config.gemini.prices.pricedAt,
			ratePerMinute: config.gemini.ratePerMinute,
			callsAtOnce,
			triesPerImage: callsPerImageMax,
		},
		dailyGenerationLimit: config.dailyGenerationLimit === 0 ? null : config.dailyGenerationLimit,
		confirmAboveUsd: config.confirmAboveUsd,
		features: { presets: config.hasPresets },
		chains: [...minting.chains.values()].map(({ settings: { chain, chainId, symbol } }) => ({
			chain,
			chainId,
			symbol,
		})),
		premiumPrices: listPremiumPrices(premium),
		solana: solana && { cluster: solana.cluster },
		saleChains: [...dropChains.values()].map((chain) => ({ chain: chain.settings.chain, ...presentChain(chain) })),
		engines: engineSchema.options.map((name) => ({ name, available: engines.has(name) })),
	};
}
