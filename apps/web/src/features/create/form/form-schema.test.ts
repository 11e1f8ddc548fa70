import { expect, test } from 'vitest';
import { createEmptyForm, toReloadedForm } from './form-schema.ts';

test('of a form that is reloaded each valid field stays, and the others start empty', () => {
	const { plan: _, ...empty } = createEmptyForm;
	const references = [{ sha256: 'a'.repeat(64), name: 'pose.png' }];
	const valid = { races: ['elf'], projectName: 'Frost Court', engine: 'forge', styleLock: true, references };
	const invalid = {
		classes: ['no such class'],
		artStyle: 7,
		batchSize: null,
		apiKey: 'secret',
		geminiApiKey: 'secret',
	};
	// The folder has to be picked again; what was set for it is there then.
	const layerPlan = { weights: { '0 Eyes': { Red: 2 } }, counts: {}, rules: [] };
	const form = toReloadedForm({ ...valid, ...invalid, layers: 'read-1', layerPlan, unknown: 1 });
	const plan = expect.objectContaining({ weights: {}, counts: {}, rules: [] });
	expect(form).toEqual({ ...empty, ...valid, layerPlan, plan });
});
