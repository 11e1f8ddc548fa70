import { createHmac, hkdfSync } from 'node:crypto';
import type { Database, DatabaseTransaction } from '@adx/db/client/database';
import { listUserSessions } from '@adx/db/repositories/auth/sessions';
import {
	countDailyImages,
	countNetworkImages,
	reserveNetworkImages,
	reserveDailyImages as takeImages,
} from '@adx/db/repositories/generation/daily-images';
import type { SessionMethod } from '@adx/db/schema/auth-tables';
import type { SessionUser } from '@adx/validators/auth/auth';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/limits/rate-limiter.ts';

const dayMs = 24 * 3_600_000;

/** When the UTC day of that moment began. */
export const toDayStart = (now: Date): Date => new Date(Math.floor(now.getTime() / dayMs) * dayMs);

/**
 * Counts images as ordered by the caller on this UTC day, in the transaction that orders them; developers are counted
 * like everybody. A password makes a new account for every browser that clears its cookies: accounts that signed in with
 * one also draw on a quota of the same size for that kind of password and the client's network. 429 `daily_limit` when
 * they would exceed what the installation allows per day.
 */
export async function consumeDailyImages(trx: DatabaseTransaction, ctx: RequestContext, count: number): Promise<void> {
	const { userId } = requireActor(ctx);
	const limit = ctx.config.dailyGenerationLimit;
	const dayStart = toDayStart(ctx.clock());
	const images = { count, limit, dayStart };
	// The account first, always: then no two calls wait for each other.
	if (!(await takeImages(trx, userId, images))) throw limitReached(ctx, `${limit}`);
	if (limit === 0) return;
	const kind = await passwordKindOf(trx, ctx);
	if (kind === null || (await reserveNetworkImages(trx, originHashOf(ctx, kind, dayStart), images))) return;
	throw limitReached(ctx, `${limit} for all who signed in with this kind of password from your network`);
}

export type ImagesLeft = Pick<SessionUser, 'imagesLeftToday' | 'imagesLeftAreShared'>;

export const noDailyLimit: ImagesLeft = { imagesLeftToday: null, imagesLeftAreShared: false };

/** How many images the caller may still order on this UTC day, by the same two counts, and whether others have ordered some. */
export async function countImagesLeftToday(ctx: RequestContext): Promise<ImagesLeft> {
	const { userId } = requireActor(ctx);
	const limit = ctx.config.dailyGenerationLimit;
	if (limit === 0) return noDailyLimit;
	const dayStart = toDayStart(ctx.clock());
	const kind = await passwordKindOf(ctx.db, ctx);
	const [ofAccount, ofNetwork] = await Promise.all([
		countDailyImages(ctx.db, userId, dayStart),
		kind === null ? 0 : countNetworkImages(ctx.db, originHashOf(ctx, kind, dayStart), dayStart),
	]);
	return {
		imagesLeftToday: Math.max(0, limit - Math.max(ofAccount, ofNetwork)),
		imagesLeftAreShared: ofNetwork > ofAccount,
	};
}

/** How the caller's account signed in, if with a password; a token counts as its account's last sign-in. */
async function passwordKindOf(db: Database, ctx: RequestContext): Promise<PasswordMethod | null> {
	const { userId, isDiscord, signedInBy } = requireActor(ctx);
	if (isDiscord) return null;
	if (signedInBy !== null) return isPassword(signedInBy) ? signedInBy : null;
	const methods = (await listUserSessions(db, userId)).map(({ method }) => method);
	return methods.findLast(isPassword) ?? 'community';
}

type PasswordMethod = Extract<SessionMethod, 'developer' | 'community'>;
const isPassword = (method: SessionMethod): method is PasswordMethod =>
	method === 'developer' || method === 'community';

/** Another one every day, and nobody without the server's secret can find out the address. */
function originHashOf({ secretKey, address }: RequestContext, kind: string, dayStart: Date): string {
	const key = hkdfSync('sha256', secretKey, '', 'adx daily origin', 32);
	const origin = JSON.stringify([dayStart.toISOString(), kind, toNetwork(address)]);
	return createHmac('sha256', Buffer.from(key)).update(origin).digest('hex');
}

function limitReached(ctx: RequestContext, limit: string): AppError {
	const now = ctx.clock();
	const leftMs = toDayStart(now).getTime() + dayMs - now.getTime();
	return new AppError('LIMIT', {
		reason: 'daily_limit',
		message: `Daily generation limit reached (${limit}). Resets in ${hoursAndMinutes(leftMs)}.`,
		meta: { retryAfterSeconds: Math.ceil(leftMs / 1_000) },
	});
}

/** `hh:mm`, rounded up, so that a user who comes back then is not too early. */
function hoursAndMinutes(leftMs: number): string {
	const minutes = Math.ceil(leftMs / 60_000);
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
