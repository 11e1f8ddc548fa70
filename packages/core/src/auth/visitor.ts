import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CookieJar } from '../context.ts';

const cookieName = 'adx_visitor';
const lifetimeMs = 365 * 24 * 3_600_000;
const valuePattern = /^([0-9A-Za-z-]{1,64})\.([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/;

interface VisitorContext {
	readonly cookies: CookieJar;
	readonly secretKey: Uint8Array;
	readonly clock: () => Date;
}

/**
 * The user this browser was before, so that signing in again finds the same work. Null without the
 * cookie and for one that was tampered with, was signed with another key or is older than a year.
 */
export function readVisitor({ cookies, secretKey, clock }: VisitorContext): string | null {
	const [, userId, issuedAt, signature] = valuePattern.exec(cookies.get(cookieName) ?? '') ?? [];
	if (userId === undefined || issuedAt === undefined || signature === undefined) return null;
	const expected = sign(secretKey, `${userId}.${issuedAt}`);
	if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return null;
	const ageMs = clock().getTime() - Number.parseInt(issuedAt, 36) * 1_000;
	return ageMs < lifetimeMs ? userId : null;
}

/** Makes this browser remember the user for a year from now. It grants nothing by itself. */
export function writeVisitor({ cookies, secretKey, clock }: VisitorContext, userId: string): void {
	const now = clock().getTime();
	const signed = `${userId}.${Math.floor(now / 1_000).toString(36)}`;
	const value = `${signed}.${sign(secretKey, signed).toString('base64url')}`;
	cookies.set(cookieName, value, { httpOnly: true, expires: new Date(now + lifetimeMs) });
}

function sign(secretKey: Uint8Array, text: string): Buffer {
	const key = hkdfSync('sha256', secretKey, '', 'adx visitor cookie', 32);
	return createHmac('sha256', Buffer.from(key)).update(text).digest();
}
