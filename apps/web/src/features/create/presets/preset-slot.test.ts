import type { PlanRule } from '@adx/validators/generation/plan-steering';
import { renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useGenerationForm } from '../form/form-schema.ts';
import { createPresetSlot } from './preset-slot.ts';

const preset = {
	races: ['elf' as const],
	classes: ['bard' as const],
	artStyle: 'bold-modern',
	backgroundType: 'purple-blue-gradient',
	afflictions: ['vampirism' as const],
	batchSize: 4,
	projectName: 'Frost',
	traitWeights: { race: { elf: 3 } },
	engine: 'forge' as const,
	model: 'painter-small',
};
const models = () => ['painter-large', 'painter-small'];

describe('what presets get of the form', () => {
	test('reads the empty form as a preset of nothing', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		expect(createPresetSlot(result.current, models).readDraft()).toEqual({
			races: [],
			classes: [],
			artStyle: '',
			backgroundType: '',
			afflictions: [],
			batchSize: 1,
			projectName: '',
			traitWeights: {},
			engine: 'gemini',
			model: '',
			counts: {},
			rules: [],
		});
	});

	test('what was applied is read back, engine and model included; key, seed and the counts that it does not name stay', () => {
		const { result } = renderHook(() => useGenerationForm('AIzaSecret'));
		const form = result.current;
		form.setValue('plan', { ...form.getValues('plan'), seed: 'north', counts: { class: { bard: 1 } } });
		createPresetSlot(form, models).apply(preset);
		expect(createPresetSlot(form, models).readDraft()).toEqual({
			...preset,
			counts: { class: { bard: 1 } },
			rules: [],
		});
		expect(form.getValues()).toMatchObject({ geminiApiKey: 'AIzaSecret', engine: 'forge' });
		expect(form.getValues('plan')).toMatchObject({ seed: 'north', counts: { class: { bard: 1 } } });
	});

	test('exact counts and rules come back as they were saved, none included', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		const form = result.current;
		const slot = createPresetSlot(form, models);
		slot.apply(preset);
		const plain = slot.readDraft();
		const never: PlanRule = {
			kind: 'never',
			left: { trait: 'race', value: 'elf' },
			right: { trait: 'affliction', value: 'vampirism' },
		};
		const steering = { counts: { race: { elf: 3 } }, rules: [never] };
		form.setValue('plan', { ...form.getValues('plan'), ...steering });
		const steered = slot.readDraft();
		expect(steered).toMatchObject(steering);
		slot.apply(plain);
		expect(form.getValues('plan')).toMatchObject({ counts: {}, rules: [] });
		slot.apply(steered);
		expect(form.getValues('plan')).toMatchObject(steering);
	});

	test('a preset that names no engine leaves the form’s, and a model that the server no longer has is its first one', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		const form = result.current;
		form.setValue('engine', 'forge');
		form.setValue('plan', { ...form.getValues('plan'), model: 'painter-small' });
		createPresetSlot(form, models).apply({ ...preset, engine: '', model: '' });
		expect(createPresetSlot(form, models).readDraft()).toMatchObject({ engine: 'forge', model: 'painter-small' });
		createPresetSlot(form, models).apply({ ...preset, engine: 'gemini', model: 'painter-of-old' });
		expect(createPresetSlot(form, models).readDraft()).toMatchObject({ engine: 'gemini', model: '' });
	});

	test('a number that is not one is saved as 1', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		result.current.setValue('batchSize', Number.NaN);
		expect(createPresetSlot(result.current, models).readDraft().batchSize).toBe(1);
	});
});
