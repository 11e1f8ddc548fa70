import type { PublicConfig } from '@adx/validators/config';
import { engineSchema, isServiceEngine, type ServiceEngineName } from '@adx/validators/engines/engines';
import { toAddressText } from '../engines/addresses/engine-address.ts';
import { callsPerImageMax } from '../generation/run/decide-failure.ts';
import { listPremiumPrices } from '../premium/premium-payments.ts';
import { presentChain } from '../sale/evm/open-sale-chains.ts';
import type { Services } from './context.ts';

/** What a page may know before anyone signs in. */
export function readPublicConfig({
	config,
	discord,
	engines,
	minting,
	premium,
	solana,
	evmSaleChains,
}: Pick<
	Services,
	'config' | 'discord' | 'engines' | 'minting' | 'premium' | 'solana' | 'evmSaleChains'
>): PublicConfig {
	return {
		gateStart: config.gateStart,
		lockedPages: [...config.lockedPages],
		geminiKeyPrefixes: [...config.services.gemini.keyPrefixes],
		communityInviteUrl: config.communityInviteUrl,
		discordSignIn: discord !== null,
		emergencyAccess: discord !== null && config.emergencyAccess === 'after-failure',
		gemini: presentService(config, 'gemini'),
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
		saleChains: [...evmSaleChains.values()].map((chain) => ({ chain: chain.settings.chain, ...presentChain(chain) })),
		engines: engineSchema.options.map((name) => ({
			name,
			available: engines.has(name),
			service: isServiceEngine(name) ? presentService(config, name) : null,
		})),
	};
}

function presentService({ services }: Services['config'], engine: ServiceEngineName): PublicConfig['gemini'] {
	const { models, addresses, takesAnyModel, prices, ratePerMinute, callsAtOnce, keyPrefixes, ...get } =
		services[engine];
	return {
		models: models.map((name) => ({
			name,
			usdPerImage: prices.usdPerImage[name] ?? null,
			usdPerInputImage: get.getInputImageUsd?.(name) ?? null,
			callSeconds: get.getCallSeconds(name),
		})),
		pricedAt: prices.pricedAt,
		ratePerMinute,
		callsAtOnce,
		triesPerImage: callsPerImageMax,
		addresses: addresses?.map(toAddressText) ?? null,
		takesAnyModel,
		keyPrefixes: [...keyPrefixes],
	};
}
