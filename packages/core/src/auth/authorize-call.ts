import type { CallScope } from '@adx/validators/auth/auth';
import type { LockablePage } from '@adx/validators/config';
import { type Actor, type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Who may call: `public` anybody; `limited` anybody, with a rate limit of its own; `member` whoever passed the
 * gate; `session` a member in a browser, not by an access token; `developer` a member of that role.
 */
export const accessLevels = ['public', 'limited', 'member', 'session', 'developer'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** What every procedure and route declares about its callers. */
export interface AccessRule {
	readonly access: AccessLevel;
	/** What an access token must hold; `public` and `limited` ask for none. */
	readonly scope: CallScope;
	/** The page that the call belongs to: while it is locked, only premium and the admin password open it. */
	readonly page?: LockablePage | undefined;
}

/**
 * The one decision about who may call what, for tRPC and HTTP alike. 401 for nobody; 403 with the reason
 * `no_access`, `session_required`, `not_allowed`, `token_scope` or `page_locked`. Whose objects a caller sees
 * is the verbs' to say.
 */
export function authorizeCall(
	ctx: Pick<RequestContext, 'actor' | 'hasAuthorization' | 'config'>,
	{ access, scope, page }: AccessRule,
): void {
	if (access === 'public' || access === 'limited') return;
	const actor = requireActor(ctx);
	if (access === 'session') rejectAccessToken(actor);
	const isToken = actor.tokenScopes !== null;
	if (access === 'developer' && actor.role !== 'developer') {
		throw forbidden('not_allowed', isToken ? developerTokenRefused : 'Only developers may do this.');
	}
	if (actor.tokenScopes !== null && !actor.tokenScopes.includes(scope)) {
		throw forbidden('token_scope', `This access token does not hold the scope '${scope}'.`);
	}
	if (page !== undefined && isLockedFor(actor, page, ctx.config.lockedPages)) {
		const message = 'This page is not open yet. Premium and the admin password open it.';
		throw forbidden('page_locked', isToken ? pageTokenRefused : message);
	}
}

// The creator of the token may well be a developer, or have opened the page.
const developerTokenRefused = "Only developers may do this, and this access token does not hold the scope 'developer'.";
const pageTokenRefused =
	"This page is not open yet. An access token opens it with the scope 'premium', while its maker's Premium lasts.";

/** 403 `session_required` when an access token calls: a token may not become more than it was made. */
export function rejectAccessToken(actor: Actor | null): void {
	if (actor === null || actor.tokenScopes === null) return;
	throw forbidden('session_required', 'An access token cannot do this. Sign in with a browser.');
}

const isLockedFor = ({ premium, adminUnlocked }: Actor, page: LockablePage, lockedPages: readonly LockablePage[]) =>
	lockedPages.includes(page) && !premium && !adminUnlocked;

const forbidden = (reason: 'session_required' | 'not_allowed' | 'token_scope' | 'page_locked', message: string) =>
	new AppError('FORBIDDEN', { reason, message });
