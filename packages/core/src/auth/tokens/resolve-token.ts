import { findAccessToken, updateTokenLastUse } from '@adx/db/repositories/auth/access-tokens';
import type { AccessTokenRow } from '@adx/db/schema/auth-tables';
import type { Actor, Services } from '../../platform/context.ts';
import { hashToken, parseAuthorization } from './access-tokens.ts';

// Seldom enough that a busy script does not write at each of its calls.
const lastUseAfterMs = 60_000;

/**
 * Who the Authorization header says is calling. Null for any other content than a personal access token's, and for
 * one that ended or was revoked. It acts as a creator on its user's work, without the elevations of any session.
 */
export async function resolveToken(
	{ db, clock }: Pick<Services, 'db' | 'clock'>,
	authorization: string,
): Promise<Actor | null> {
	const token = parseAuthorization(authorization);
	const found = token === null ? undefined : await findAccessToken(db, hashToken(token));
	const now = clock();
	if (found === undefined || found.token.expiresAt <= now) return null;
	if (isLastUseOld(found.token, now)) await updateTokenLastUse(db, found.token.id);
	const { id: userId, discordId, hasMageAccess, username, avatar } = found.user;
	return {
		userId,
		sessionId: null,
		tokenScopes: found.token.scopes,
		hasAccess: discordId === null || hasMageAccess,
		signedInBy: null,
		isDiscord: discordId !== null,
		role: 'creator',
		premium: false,
		adminUnlocked: false,
		expiresAt: found.token.expiresAt,
		sameUntil: found.token.expiresAt,
		name: username,
		avatar,
	};
}

const isLastUseOld = ({ lastUsedAt }: AccessTokenRow, now: Date) =>
	lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseAfterMs;
