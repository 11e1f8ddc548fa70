import { cleanUp } from '@adx/core/database/clean-up';
import { readStats } from '@adx/core/database/read-stats';
import { deletePreset, getPreset, listPresets, savePreset, updatePreset } from '@adx/core/presets/presets';
import { readUploadUsage } from '@adx/core/uploads/upload-quota';
import { cleanupInput, cleanupOutput, statsOutput } from '@adx/validators/database';
import {
	savedSettingOutput,
	savedSettingSummaryOutput,
	saveSettingInput,
	settingInput,
	updateSettingInput,
} from '@adx/validators/saved-settings';
import { uploadUsageOutput } from '@adx/validators/uploads';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';

export const databaseRouter = router({
	stats: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/stats' }, summary: 'How much was generated' })
		.output(statsOutput)
		.query(({ ctx }) => readStats(ctx)),
	uploads: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/uploads' },
			summary: 'How many bytes your uploads take that nothing uses yet, and may take',
		})
		.output(uploadUsageOutput)
		.query(({ ctx }) => readUploadUsage(ctx)),
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
	listSettings: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/presets' },
			summary: 'Your presets without their weights, those saved last first',
		})
		.output(z.array(savedSettingSummaryOutput))
		.query(({ ctx }) => listPresets(ctx)),
	getSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/presets/{settingId}' },
			budget: { bytesOut: 1_100_000 },
			summary: 'One of your presets with all it holds',
		})
		.input(settingInput)
		.output(savedSettingOutput)
		.query(({ ctx, input }) => getPreset(ctx, input)),
	saveSetting: procedure
		.meta({ access: 'member', rest: { method: 'POST', path: '/api/presets' }, summary: 'Save a preset' })
		.input(saveSettingInput)
		.output(savedSettingOutput)
		.mutation(({ ctx, input }) => savePreset(ctx, input)),
	updateSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'PATCH', path: '/api/presets/{settingId}' },
			summary: 'Change one of your presets',
		})
		.input(updateSettingInput)
		.output(savedSettingOutput)
		.mutation(({ ctx, input }) => updatePreset(ctx, input)),
	deleteSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'DELETE', path: '/api/presets/{settingId}' },
			summary: 'Delete one of your presets',
		})
		.input(settingInput)
		.output(savedSettingOutput)
		.mutation(({ ctx, input }) => deletePreset(ctx, input)),
});
