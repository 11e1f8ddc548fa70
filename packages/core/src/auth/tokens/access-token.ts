import { createHash, randomBytes } from 'node:crypto';
import type { AccessTokenRow } from '@adx/db/schema/auth-tables';
import type { AccessToken } from '@adx/validators/auth';

const prefix = 'adx_';
const randomSizeBytes = 32;
const headerPattern = new RegExp(`^Bearer +(${prefix}[\\w-]{43})$`, 'i');

/** `adx_` and 43 base64url characters; the prefix lets people and scanners see what leaked. */
export const newToken = () => prefix + randomBytes(randomSizeBytes).toString('base64url');

/** What is stored of a token: SHA-256, hex. Without a salt, since nobody guesses 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The token in an Authorization header; null for any other content. */
export const parseAuthorization = (authorization: string): string | null =>
	headerPattern.exec(authorization)?.[1] ?? null;

/** A token as its owner sees it later on: everything but itself. */
export function presentToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: AccessTokenRow): AccessToken {
	return { id, name, scopes, createdAt, expiresAt, lastUsedAt };
}
