import type { PublicConfig } from '@adx/validators/config';
import { engineSchema } from '@adx/validators/generation';
import type { Services } from './context.ts';

/** What a page may know before anyone signs in. */
export function readPublicConfig({ config, engines }: Pick<Services, 'config' | 'engines'>): PublicConfig {
	return {
		gateStart: config.gateStart,
		lockedPages: [...config.lockedPages],
		geminiKeyPrefixes: [...config.geminiKeyPrefixes],
		communityInviteUrl: config.communityInviteUrl,
		gemini: {
			models: config.gemini.models.map((name) => ({
				name,
				usdPerImage: config.gemini.prices.usdPerImage[name] ?? null,
			})),
			pricedAt: config.gemini.prices.pricedAt,
			ratePerMinute: config.gemini.ratePerMinute,
		},
		dailyGenerationLimit: config.dailyGenerationLimit === 0 ? null : config.dailyGenerationLimit,
		features: { presets: config.hasPresets },
		engines: engineSchema.options.map((name) => ({ name, available: engines.has(name) })),
	};
}
