import { findAccessToken, updateTokenLastUse } from '@adx/db/repositories/auth/access-tokens';
import { hasActivePremiumPayment } from '@adx/db/repositories/premium/premium-payments';
import type { AccessTokenRow } from '@adx/db/schema/auth-tables';
import type { Actor, Services } from '../../platform/context.ts';
import { hashToken, parseAuthorization } from './access-tokens.ts';

// Seldom enough that a busy script does not write at each of its calls.
const lastUseAfterMs = 60_000;

/**
 * Who the Authorization header says is calling. Null for any other content than a personal access token's, and for
 * one that ended or was revoked. It acts on its user's work as a creator, or with the rights that its scopes name: as a
 * developer for its whole life, as premium while its user has paid for it or the passphrase counts that opened it.
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
	const { scopes, expiresAt, premiumUntil } = found.token;
	const passphraseEnd = premiumUntil !== null && premiumUntil > now ? premiumUntil : null;
	const hasPaid = scopes.includes('premium') && (await hasActivePremiumPayment(db, userId));
	return {
		userId,
		sessionId: null,
		tokenScopes: scopes,
		hasAccess: discordId === null || hasMageAccess,
		signedInBy: null,
		isDiscord: discordId !== null,
		role: scopes.includes('developer') ? 'developer' : 'creator',
		premium: hasPaid || passphraseEnd !== null,
		adminUnlocked: false,
		expiresAt,
		sameUntil: passphraseEnd !== null && passphraseEnd < expiresAt ? passphraseEnd : expiresAt,
		name: username,
		avatar,
	};
}

const isLastUseOld = ({ lastUsedAt }: AccessTokenRow, now: Date) =>
	lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseAfterMs;
