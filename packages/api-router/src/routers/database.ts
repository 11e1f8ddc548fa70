import { cleanUp } from '@adx/core/stats-and-cleanup/clean-up';
import { readStats } from '@adx/core/stats-and-cleanup/read-stats';
import { cleanupInput, cleanupOutput, statsOutput } from '@adx/validators/database';
import { procedure, router } from '../trpc.ts';
import { presetProcedures } from './presets.ts';
import { storedUploadProcedures } from './uploads.ts';

export const databaseRouter = router({
	stats: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/stats' }, summary: 'How much was generated' })
		.output(statsOutput)
		.query(({ ctx }) => readStats(ctx)),
	...storedUploadProcedures,
	cleanup: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/database/cleanup' },
			summary: 'Delete all your images and jobs, and uploads that nothing uses',
			budget: 'bulk',
		})
		.input(cleanupInput)
		.output(cleanupOutput)
		.mutation(({ ctx, input }) => cleanUp(ctx, input)),
	...presetProcedures,
});
