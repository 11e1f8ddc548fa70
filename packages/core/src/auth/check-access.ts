import type { AccessCheck } from '@adx/validators/auth';
import type { Actor, RequestContext } from '../platform/context.ts';

/** Who is calling; a visitor gets `{authenticated: false, hasMageAccess: false, user: null}`. */
export function checkAccess({ actor }: Pick<RequestContext, 'actor'>): AccessCheck {
	if (actor === null) return { authenticated: false, hasMageAccess: false, user: null };
	return { authenticated: true, hasMageAccess: actor.hasAccess, user: userOf(actor) };
}

function userOf({ userId, name, avatar, role, premium, adminUnlocked, expiresAt }: Actor) {
	return { id: userId, name, avatar, role, premium, adminUnlocked, expiresAt };
}
