import { deletePreset, getPreset, listPresets, savePreset, updatePreset } from '@adx/core/presets/presets';
import {
	presetInput,
	presetOutput,
	presetSummaryOutput,
	savePresetInput,
	updatePresetInput,
} from '@adx/validators/presets';
import { z } from 'zod';
import { procedure } from '../trpc.ts';

/** Forms that a user saved, which are `settings` on the wire; part of the router `database`. */
export const presetProcedures = {
	listSettings: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/presets' },
			summary: 'Your presets without their weights, counts and rules, last saved first',
		})
		.output(z.array(presetSummaryOutput))
		.query(({ ctx }) => listPresets(ctx)),
	getSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/presets/{settingId}' },
			budget: { bytesOut: 1_100_000 },
			summary: 'One of your presets, with its weights, counts and rules',
		})
		.input(presetInput)
		.output(presetOutput)
		.query(({ ctx, input }) => getPreset(ctx, input)),
	saveSetting: procedure
		.meta({ access: 'member', rest: { method: 'POST', path: '/api/presets' }, summary: 'Save a preset' })
		.input(savePresetInput)
		.output(presetOutput)
		.mutation(({ ctx, input }) => savePreset(ctx, input)),
	updateSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'PATCH', path: '/api/presets/{settingId}' },
			summary: 'Change one of your presets',
		})
		.input(updatePresetInput)
		.output(presetOutput)
		.mutation(({ ctx, input }) => updatePreset(ctx, input)),
	deleteSetting: procedure
		.meta({
			access: 'member',
			rest: { method: 'DELETE', path: '/api/presets/{settingId}' },
			summary: 'Delete one of your presets',
		})
		.input(presetInput)
		.output(presetOutput)
		.mutation(({ ctx, input }) => deletePreset(ctx, input)),
};
