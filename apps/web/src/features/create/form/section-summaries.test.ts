import { describe, expect, test } from 'vitest';
import type { LayersView } from '../layers/layers-views.ts';
import { createEmptyForm, type FormInput } from './form-schema.ts';
import { toSectionSummaries } from './section-summaries.ts';

const summarize = (changes: Partial<FormInput>) => toSectionSummaries({ ...createEmptyForm, ...changes }, null);

describe('the summaries of the form’s sections', () => {
	test('an empty form misses a key, races, classes, a style and a background', () => {
		const summaries = summarize({});
		const missing = Object.entries(summaries).flatMap(([id, { state }]) => (state === 'missing' ? [id] : []));
		expect(missing).toEqual(['engine', 'races', 'classes', 'style', 'background']);
		expect(summaries.batch.text).toBe('1 image');
		expect(summaries.afflictions.text).toBe('Random');
	});

	test.each([
		[['elf'], 'Elf'],
		[['elf', 'orc'], 'Elf, Orc'],
		[['orc', 'elf', 'human', 'dwarf'], 'Elf, Dwarf and 2 more'],
	] as const)('%j are named in the order of the list, the first two of them', (races, text) => {
		expect(summarize({ races: [...races] }).races).toEqual({ text, state: 'chosen' });
	});

	test('only the end of a key is told, without the spaces around it', () => {
		expect(summarize({ geminiApiKey: ' AIzaSecret-wxyz ' }).engine.text).toBe('Gemini, key …wxyz');
		expect(summarize({ engine: 'forge' }).engine).toEqual({ text: 'Built-in forge, free', state: 'chosen' });
	});

	test('what cannot be a key, or a login, is not taken for one', () => {
		const text = 'OpenAI-compatible service, not a key';
		expect(summarize({ engine: 'openai', apiKey: 'two words' }).engine).toEqual({ text, state: 'missing' });
		expect(summarize({ engine: 'openai', apiKey: ' sk-1234 ' }).engine.state).toBe('chosen');
		expect(summarize({ geminiApiKey: 'AIza two' }).engine.state).toBe('missing');
		expect(summarize({ engine: 'sdwebui', apiKey: 'no colon' }).engine.state).toBe('missing');
	});

	test.each([
		[Number.NaN, 'No number yet'],
		[0, 'Whole number from 1 to 10,000'],
		[1.5, 'Whole number from 1 to 10,000'],
		[10_001, 'Whole number from 1 to 10,000'],
	])('the number %d is not a batch size: %s', (batchSize, text) => {
		expect(summarize({ batchSize }).batch).toEqual({ text, state: 'missing' });
	});

	test('number and name of a collection stand together', () => {
		expect(summarize({ batchSize: 1_000, projectName: 'Frost Court' }).batch.text).toBe('1,000 images, Frost Court');
	});

	test('a background that only presets choose is named as well', () => {
		expect(summarize({ backgroundType: 'purple-blue-gradient' }).background).toMatchObject({ state: 'chosen' });
	});

	test('own counts, weights and rules are counted', () => {
		const rule = {
			kind: 'never',
			left: { trait: 'race', value: 'elf' },
			right: { trait: 'class', value: 'wizard' },
		} as const;
		const plan = {
			...createEmptyForm.plan,
			counts: { race: { elf: 3, orc: 1 } },
			weights: { class: { wizard: 0 } },
			rules: [rule],
		};
		const choices: Partial<FormInput> = { races: ['elf', 'orc'], classes: ['wizard'] };
		expect(summarize({ ...choices, plan }).plan.text).toBe('4 of your own counts and rules');
		// What is kept for when orcs are chosen again is not ordered.
		expect(summarize({ ...choices, races: ['elf'], plan }).plan.text).toBe('3 of your own counts and rules');
	});

	test('of those about layers the ones are counted that the open folder has a use for', () => {
		const layerPlan = {
			counts: { '0/Hat': { Cap: 3, Crown: 1 }, '0/Scarf': { Blue: 1 } },
			weights: {},
			rules: [],
		};
		const form = { ...createEmptyForm, engine: 'layers' as const, layerPlan };
		const layer = { name: 'Hat', values: [{ name: 'Cap', weight: 1, count: null }] };
		const view: LayersView = {
			id: 'apes',
			name: 'apes',
			pictureCount: 1,
			pixels: null,
			sets: [{ size: null, layers: [layer], ruleCount: 0 }],
			findings: [],
			isUsable: true,
		};
		expect(toSectionSummaries(form, null).plan.text).toBe('3 of your own counts and rules');
		expect(toSectionSummaries(form, view).plan.text).toBe('1 of your own counts and rules');
		expect(toSectionSummaries(form, { ...view, sets: [] }).plan.state).toBe('optional');
	});
});
