import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { createOAuthState } from './oauth-state.ts';

/** Where Discord sends the browser back to. */
export const toRedirectUri = ({ origin }: Pick<RequestContext, 'origin'>) => `${origin}/api/auth/discord/callback`;

/**
 * Where the browser asks Discord for consent; it must come back within 10 minutes. 409 `discord_unavailable` when
 * Discord is not configured, 429 `too_many_tries`.
 */
export async function startDiscordSignIn(ctx: RequestContext): Promise<{ authUrl: string }> {
	ctx.callLimiter.begin('auth.startDiscord', ctx.address);
	if (ctx.discord === null) {
		const { missingDiscordVariables: missing } = ctx.config;
		ctx.log.warn(
			{ requestId: ctx.requestId, missing },
			'somebody wanted to sign in with Discord, which is not configured',
		);
		const message = 'Signing in with Discord is not set up on this installation.';
		throw new AppError('PRECONDITION', { reason: 'discord_unavailable', message });
	}
	const state = await createOAuthState(ctx);
	return { authUrl: ctx.discord.authUrl({ state, redirectUri: toRedirectUri(ctx) }) };
}
