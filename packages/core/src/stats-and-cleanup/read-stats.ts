import { readGenerationStats, readJobsStamp } from '@adx/db/repositories/stats-and-cleanup/generation-stats';
import type { OwnerScope } from '@adx/db/schema/database-schema';
import type { Stats } from '@adx/validators/database';
import { type RequestContext, requireActor, type Services } from '../platform/context.ts';

interface Counted {
	/** Of the jobs that were counted. */
	readonly stamp: string;
	readonly stats: Stats;
	readonly atMs: number;
}

/** Counting a million images takes a second or two, and every page asks: from this many on what was counted is kept. */
const keptFrom = 100_000;
/** What changes meanwhile is counted after this. */
const keptMs = 20_000;
const counts = new WeakMap<Services['db'], Map<OwnerScope, Counted>>();

/** The caller's own numbers for creators, everybody's for developers; of very many images up to 20 s old. */
export async function readStats(ctx: RequestContext, limits = { keptFrom, keptMs }): Promise<Stats> {
	const { userId, role } = requireActor(ctx);
	const scope: OwnerScope = role === 'developer' ? 'all' : userId;
	const last = counts.get(ctx.db)?.get(scope);
	if (last === undefined) return countStats(ctx, scope, limits);
	const isRecent = performance.now() - last.atMs < limits.keptMs;
	if (isRecent || last.stamp === (await readJobsStamp(ctx.db, scope))) return last.stats;
	return countStats(ctx, scope, limits);
}

/** Has images counted afresh, after some were deleted. */
export function forgetStats({ db }: Pick<Services, 'db'>): void {
	counts.delete(db);
}

async function countStats(
	{ db }: RequestContext,
	scope: OwnerScope,
	limits: { readonly keptFrom: number },
): Promise<Stats> {
	// Before it counts, so that what changes meanwhile is counted the next time.
	const stamp = await readJobsStamp(db, scope);
	const { stored, attempted, distinctDna } = await readGenerationStats(db, scope);
	const successRate = attempted === 0 ? 0 : Math.round((stored / attempted) * 1_000) / 10;
	const stats = { totalGenerated: stored, uniqueCombinations: distinctDna, successRate };
	const scopes = counts.get(db) ?? new Map<OwnerScope, Counted>();
	if (stored < limits.keptFrom) scopes.delete(scope);
	else scopes.set(scope, { stamp, stats, atMs: performance.now() });
	counts.set(db, scopes);
	return stats;
}
