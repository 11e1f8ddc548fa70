import type { DatabaseTransaction } from '@adx/db/client';
import { takeDailyImages as takeImages } from '@adx/db/repositories/users';
import { type RequestContext, requireActor } from '../context.ts';
import { AppError } from '../errors.ts';

const dayMs = 24 * 3_600_000;

/**
 * Counts images as ordered by the caller on this UTC day, in the transaction that orders them; developers are counted
 * like everybody. 429 `daily_limit` when they would exceed what the installation allows a user per day.
 */
export async function takeDailyImages(trx: DatabaseTransaction, ctx: RequestContext, count: number): Promise<void> {
	const { userId } = requireActor(ctx);
	const limit = ctx.config.dailyGenerationLimit;
	const now = ctx.clock().getTime();
	const dayStart = Math.floor(now / dayMs) * dayMs;
	if (await takeImages(trx, userId, { count, limit, dayStart: new Date(dayStart) })) return;
	const leftMs = dayStart + dayMs - now;
	throw new AppError('LIMIT', {
		reason: 'daily_limit',
		message: `Daily generation limit reached (${limit}). Resets in ${hoursAndMinutes(leftMs)}.`,
		meta: { retryAfterSeconds: Math.ceil(leftMs / 1_000) },
	});
}

/** `hh:mm`, rounded up, so that whoever comes back then is not too early. */
function hoursAndMinutes(leftMs: number): string {
	const minutes = Math.ceil(leftMs / 60_000);
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
