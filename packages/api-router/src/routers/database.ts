import { readStats } from '@adx/core/database/stats';
import { statsOutput } from '@adx/validators/database';
import { procedure, router } from '../trpc.ts';

export const databaseRouter = router({
	stats: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/stats' }, summary: 'How much was generated' })
		.output(statsOutput)
		.query(({ ctx }) => readStats(ctx)),
});
