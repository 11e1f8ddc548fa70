import type { AccessCheck } from '@adx/validators/auth';
import { countImagesLeftToday } from '../generation/start/take-daily-images.ts';
import type { RequestContext } from '../platform/context.ts';

/** Who is calling; a visitor gets `{authenticated: false, hasMageAccess: false, user: null}`. */
export async function getCaller(ctx: RequestContext): Promise<AccessCheck> {
	const { actor } = ctx;
	if (actor === null) return { authenticated: false, hasMageAccess: false, user: null };
	const { userId: id, name, avatar, role, premium, adminUnlocked, expiresAt, hasAccess } = actor;
	const imagesLeftToday = hasAccess ? await countImagesLeftToday(ctx) : null;
	const user = { id, name, avatar, role, premium, adminUnlocked, expiresAt, imagesLeftToday };
	return { authenticated: true, hasMageAccess: hasAccess, user };
}
