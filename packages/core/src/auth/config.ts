import type { PublicConfig } from '@adx/validators/database';
import { engineSchema } from '@adx/validators/generation';
import type { Services } from '../context.ts';

/** What a page may know before anyone signs in. */
export function readPublicConfig({ config, engines }: Pick<Services, 'config' | 'engines'>): PublicConfig {
	return {
		gateStart: config.gateStart,
		lockedPages: [...config.lockedPages],
		geminiKeyPrefixes: [...config.geminiKeyPrefixes],
		communityInviteUrl: config.communityInviteUrl,
		engines: engineSchema.options.map((name) => ({ name, available: engines.has(name) })),
	};
}
