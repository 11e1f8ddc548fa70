import type { UserRow } from '@adx/db/schema/auth-tables';
import { decryptText, encryptText } from '../../platform/secrets/sealed-text.ts';
import type { DiscordGrant } from './discord-client.ts';

const accessTokenOf = (userId: string) => ({ purpose: 'discord access token', rowId: userId });
const refreshTokenOf = (userId: string) => ({ purpose: 'discord refresh token', rowId: userId });

/** A grant as the columns of the user's row hold it. */
export function encryptGrant(secretKey: Uint8Array, userId: string, grant: DiscordGrant) {
	return {
		accessToken: encryptText(secretKey, accessTokenOf(userId), grant.accessToken),
		refreshToken: encryptText(secretKey, refreshTokenOf(userId), grant.refreshToken),
		tokenExpiry: grant.expiresAt,
	};
}

/** Both tokens of the row; null when it holds none, or none that this installation's key opens. */
export function decryptGrant(
	secretKey: Uint8Array,
	{ id, accessToken, refreshToken }: Pick<UserRow, 'id' | 'accessToken' | 'refreshToken'>,
): Pick<DiscordGrant, 'accessToken' | 'refreshToken'> | null {
	if (accessToken === null || refreshToken === null) return null;
	const opened = decryptText(secretKey, accessTokenOf(id), accessToken);
	const refresh = decryptText(secretKey, refreshTokenOf(id), refreshToken);
	return opened === null || refresh === null ? null : { accessToken: opened, refreshToken: refresh };
}
