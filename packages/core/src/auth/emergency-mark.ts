import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { readSignedCookie, type SignedMark, writeSignedCookie } from './signed-cookie.ts';

const cookie = {
	name: 'adx_discord_failure',
	purpose: 'adx discord failure mark',
	lifetimeMs: 15 * 60_000,
} as const;

/** Notes on the browser that Discord failed it just now, which is what emergency access asks for. */
export const writeEmergencyMark = (ctx: RequestContext): void => writeSignedCookie(ctx, cookie, randomUUID());

/** The mark of a failure in the last 15 minutes; null without one and for a forged one. */
export const readEmergencyMark = (ctx: RequestContext): SignedMark | null => readSignedCookie(ctx, cookie);

export const clearEmergencyMark = ({ cookies }: RequestContext): void => cookies.delete(cookie.name);
