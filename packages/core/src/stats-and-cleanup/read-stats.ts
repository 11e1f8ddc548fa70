import { readGenerationStats as readStatsRow } from '@adx/db/repositories/stats-and-cleanup/generation-stats';
import type { Stats } from '@adx/validators/database';
import { type RequestContext, requireActor } from '../platform/context.ts';

/** The caller's own numbers for creators, everybody's for developers. */
export async function readStats(ctx: RequestContext): Promise<Stats> {
	const { userId, role } = requireActor(ctx);
	const { stored, attempted, distinctDna } = await readStatsRow(ctx.db, role === 'developer' ? 'all' : userId);
	const successRate = attempted === 0 ? 0 : Math.round((stored / attempted) * 1_000) / 10;
	return { totalGenerated: stored, uniqueCombinations: distinctDna, successRate };
}
