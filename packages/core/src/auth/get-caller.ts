import type { AccessCheck } from '@adx/validators/auth/auth';
import { countImagesLeftToday, noDailyLimit } from '../generation/start/daily-images.ts';
import type { RequestContext } from '../platform/context.ts';

/** Who is calling; a visitor gets `{authenticated: false, hasMageAccess: false, user: null}`. */
export async function getCaller(ctx: RequestContext): Promise<AccessCheck> {
	const { actor } = ctx;
	if (actor === null) return { authenticated: false, hasMageAccess: false, user: null };
	const { userId: id, name, avatar, role, premium, adminUnlocked, expiresAt, hasAccess } = actor;
	const imagesLeft = hasAccess ? await countImagesLeftToday(ctx) : noDailyLimit;
	const user = { id, name, avatar, role, premium, adminUnlocked, expiresAt, ...imagesLeft };
	return { authenticated: true, hasMageAccess: hasAccess, user };
}
