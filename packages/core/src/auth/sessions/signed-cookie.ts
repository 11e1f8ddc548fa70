import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CookieJar } from '../../platform/context.ts';

const valuePattern = /^([0-9A-Za-z-]{1,64})\.([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/;

export interface SignedCookieContext {
	readonly cookies: CookieJar;
	readonly secretKey: Uint8Array;
	readonly clock: () => Date;
}

/** One kind of signed cookie; the purpose keeps a value from being taken for another kind's. */
export interface SignedCookie {
	readonly name: string;
	readonly purpose: string;
	readonly lifetimeMs: number;
}

/** What a signed cookie says: an id, and when it was written, to the second. */
export interface SignedCookieValue {
	readonly id: string;
	readonly issuedAt: Date;
}

/** Null without the cookie and for one that was tampered with, was signed with another key or is too old. */
export function readSignedCookie(
	ctx: SignedCookieContext,
	{ name, purpose, lifetimeMs }: SignedCookie,
): SignedCookieValue | null {
	const [, id, issued, signature] = valuePattern.exec(ctx.cookies.get(name) ?? '') ?? [];
	if (id === undefined || issued === undefined || signature === undefined) return null;
	const expected = sign(ctx.secretKey, purpose, `${id}.${issued}`);
	if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return null;
	const issuedAt = new Date(Number.parseInt(issued, 36) * 1_000);
	return ctx.clock().getTime() - issuedAt.getTime() < lifetimeMs ? { id, issuedAt } : null;
}

/** `id` is 1 to 64 letters, digits and dashes. The cookie is HttpOnly and lasts its kind's lifetime from now. */
export function writeSignedCookie(ctx: SignedCookieContext, kind: SignedCookie, id: string): void {
	const now = ctx.clock().getTime();
	const signed = `${id}.${Math.floor(now / 1_000).toString(36)}`;
	const value = `${signed}.${sign(ctx.secretKey, kind.purpose, signed).toString('base64url')}`;
	ctx.cookies.set(kind.name, value, { httpOnly: true, expires: new Date(now + kind.lifetimeMs) });
}

function sign(secretKey: Uint8Array, purpose: string, text: string): Buffer {
	const key = hkdfSync('sha256', secretKey, '', purpose, 32);
	return createHmac('sha256', Buffer.from(key)).update(text).digest();
}
