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
};

describe('what presets get of the form', () => {
	test('reads the empty form as a preset of nothing', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		expect(createPresetSlot(result.current).readDraft()).toEqual({
			races: [],
			classes: [],
			artStyle: '',
			backgroundType: '',
			afflictions: [],
			batchSize: 1,
			projectName: '',
			traitWeights: {},
		});
	});

	test('what was applied is read back; key, engine, seed and counts stay', () => {
		const { result } = renderHook(() => useGenerationForm('AIzaSecret'));
		const form = result.current;
		form.setValue('engine', 'forge');
		form.setValue('plan', { ...form.getValues('plan'), seed: 'north', counts: { class: { bard: 1 } } });
		createPresetSlot(form).apply(preset);
		expect(createPresetSlot(form).readDraft()).toEqual(preset);
		expect(form.getValues()).toMatchObject({ geminiApiKey: 'AIzaSecret', engine: 'forge' });
		expect(form.getValues('plan')).toMatchObject({ seed: 'north', counts: { class: { bard: 1 } } });
	});

	test('a number that is not one is saved as 1', () => {
		const { result } = renderHook(() => useGenerationForm(''));
		result.current.setValue('batchSize', Number.NaN);
		expect(createPresetSlot(result.current).readDraft().batchSize).toBe(1);
	});
});
