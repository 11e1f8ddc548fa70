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
	const ofThisPageAlone = { layers: 'read-1', layerPlan: { weights: { '0 Eyes': { Red: 2 } }, counts: {}, rules: [] } };
	const form = toReloadedForm({ ...valid, ...invalid, ...ofThisPageAlone, unknown: 1 });
	expect(form).toEqual({ ...empty, ...valid, plan: expect.objectContaining({ weights: {}, counts: {}, rules: [] }) });
});
