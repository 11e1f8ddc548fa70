import type { Preset } from '@adx/validators/presets';
import { installZodMessages } from '@adx/validators/zod-messages';
import { describe, expect, test } from 'vitest';
import { readPresetFile, summarizePreset, toPresetFile, UnreadablePresetError } from './preset-content.ts';

installZodMessages();

const setting: Preset = {
	id: 'setting-1',
	name: 'Winter: court',
	description: 'Cold',
	races: ['elf', 'orc'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	afflictions: ['vampirism'],
	batchSize: 25,
	projectName: 'Frost',
	includeMetadata: true,
	generateRarity: true,
	uploadToIPFS: false,
	traitWeights: { race: { elf: 3 } },
	counts: { race: { orc: 2 } },
	rules: [{ kind: 'never', left: { trait: 'race', value: 'orc' }, right: { trait: 'class', value: 'wizard' } }],
	engine: 'gemini',
	model: 'painter-large',
	createdAt: new Date('2026-11-01T10:00:00Z'),
	updatedAt: new Date('2026-11-02T10:00:00Z'),
};

test.each([
	[{}, '2 races · 1 class · Bold Classic · 25 images · Google Gemini'],
	[{ races: [], classes: [], artStyle: '', batchSize: 1, engine: '' as const }, '1 image'],
] as const)('a preset with %o is summed up as "%s"', (changes, text) => {
	expect(summarizePreset({ ...setting, ...changes } as Preset)).toBe(text);
});

describe('an exported preset', () => {
	test('is a JSON file named after it that brings the same preset back', async () => {
		const file = toPresetFile(setting);
		expect(file.name).toBe('Winter__court.adx-preset.json');
		expect(file.type).toBe('application/json');
		const { id: _, createdAt: __, updatedAt: ___, ...content } = setting;
		expect(await readPresetFile(file)).toEqual(content);
	});

	test('may leave out what has a default', async () => {
		const file = new File(['{"name": "Bare"}'], 'bare.json');
		expect(await readPresetFile(file)).toMatchObject({ name: 'Bare', races: [], batchSize: 1, includeMetadata: true });
	});

	test.each([
		['not {json', '‘x.json’ is not a JSON file.'],
		['', '‘x.json’ is not a JSON file.'],
		['[]', '‘x.json’ holds no preset: Expected object, received array.'],
		['null', '‘x.json’ holds no preset: Expected object, received null.'],
		['{}', '‘x.json’ holds no preset: name: Required.'],
		['{"name": "x", "races": ["gnoll king"]}', '‘x.json’ holds no preset: races.0: Unknown race "gnoll king".'],
		['{"name": "x", "batchSize": "5"}', '‘x.json’ holds no preset: batchSize: Expected number, received string.'],
		['{"name": "x", "isDeveloper": true}', /^‘x\.json’ holds no preset: isDeveloper: /],
		['{"name": "x", "traitWeights": {"race": {"robot": 1}}}', /robot/],
		['{"name": "<img onerror>\\u202e"}', /Contains characters that cannot be shown/],
	])('rejects a file with %j', async (text, sentence) => {
		const reading = readPresetFile(new File([text], 'x.json'));
		await expect(reading).rejects.toBeInstanceOf(UnreadablePresetError);
		await expect(reading).rejects.toThrow(sentence);
	});

	test('rejects a file of more than a megabyte unread', async () => {
		const file = new File([' '.repeat(1_000_001)], 'x.json');
		await expect(readPresetFile(file)).rejects.toThrow('‘x.json’ is too large for a preset.');
	});
});
