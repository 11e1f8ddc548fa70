import { deletePreset, getPreset, listPresets, savePreset, updatePreset } from '@adx/core/presets/presets';
import {
	savedSettingOutput,
	savedSettingSummaryOutput,
	saveSettingInput,
	settingInput,
	updateSettingInput,
} from '@adx/validators/presets';
import { z } from 'zod';
import { procedure } from '../trpc.ts';

/** Forms that a user saved, which are `settings` on the wire; part of the router `database`. */
export const presetProcedures = {
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
};
