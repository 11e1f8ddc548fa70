import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { artStyles } from '../catalogue/art-styles.ts';
import { races } from '../catalogue/races.ts';
import { installZodMessages, toFieldErrors } from '../zod-messages.ts';
import { generationFormSchema, startGenerationInput } from './generation-order.ts';
import { imageInput, jobInput, jobListInput } from './job-inputs.ts';

installZodMessages();

const validBody = {
	races: ['elf', 'dwarf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
	batchSize: 3,
};
const emptyForm = {
	races: [],
	classes: [],
	artStyle: '',
	backgroundType: '',
	afflictions: [],
	geminiApiKey: '',
	projectName: '',
	batchSize: 1,
	engine: 'gemini',
};

const getErrors = (schema: z.ZodType, input: unknown) => {
	const result = schema.safeParse(input);
	return result.success ? {} : toFieldErrors(result.error);
};
const bodyErrors = (change: Record<string, unknown>) => getErrors(startGenerationInput, { ...validBody, ...change });

describe('startGenerationInput', () => {
	it('takes the specified body and defaults to Gemini', () => {
		expect(startGenerationInput.parse(validBody)).toEqual({ ...validBody, engine: 'gemini' });
	});

	it('takes everything a script may send', () => {
		const body = {
			...validBody,
			backgroundType: 'purple-blue-gradient',
			afflictions: ['none', 'blood-curse'],
			projectName: 'Ünïcode – 龍の伝説',
			engine: 'forge',
			count: 3,
			seed: 'seed 1',
			weights: { race: { elf: 3, dwarf: 0 }, divinity: { none: 1 } },
			counts: { background: { 'Sunken Orchard': 2 }, magicalStone: { none: 1 } },
			rules: [
				{
					kind: 'never',
					left: { trait: 'race', value: 'elf' },
					right: { trait: 'items', value: 'bone-dice' },
				},
			],
		};
		expect(startGenerationInput.parse(body)).toEqual(body);
	});

	it.each([
		['VAL-01', 'races', [], 'Select at least one race'],
		['VAL-02', 'classes', [], 'Select at least one class'],
		['VAL-03', 'artStyle', '', 'Select an art style'],
		['VAL-04', 'backgroundType', '', 'Select a background type'],
	])('%s rejects an empty %s with the specified sentence', (_id, field, value, sentence) => {
		expect(bodyErrors({ [field]: value })).toEqual({ [field]: sentence });
	});

	it('to VAL-04 rejects all empty choices at once (VAL-01)', () => {
		expect(bodyErrors({ races: [], classes: [], artStyle: '', backgroundType: '' })).toEqual({
			races: 'Select at least one race',
			classes: 'Select at least one class',
			artStyle: 'Select an art style',
			backgroundType: 'Select a background type',
		});
	});

	it('rejects missing fields as Required (VAL-12)', () => {
		expect(getErrors(startGenerationInput, {})).toEqual({
			races: 'Required',
			classes: 'Required',
			artStyle: 'Required',
			backgroundType: 'Required',
			batchSize: 'Required',
		});
	});

	it('is the job’s own fields and an optional list of afflictions (ENT-04)', () => {
		const { afflictions, ...fields } = startGenerationInput.shape;
		expect(Object.keys(fields)).toEqual(
			expect.arrayContaining(['races', 'classes', 'artStyle', 'backgroundType', 'batchSize', 'projectName']),
		);
		expect(afflictions.safeParse(undefined).success).toBe(true);
		expect(afflictions.parse(['none', 'blood-curse'])).toEqual(['none', 'blood-curse']);
		expect(startGenerationInput.parse({ ...validBody, afflictions: ['vampirism'] }).afflictions).toEqual(['vampirism']);
		expect(startGenerationInput.parse(validBody)).not.toHaveProperty('afflictions');
	});

	it('takes no, an empty or a chosen list of afflictions (VAL-05)', () => {
		for (const afflictions of [undefined, [], ['none'], ['vampirism', 'void-touched']]) {
			expect(bodyErrors({ afflictions })).toEqual({});
		}
	});

	it('rejects what is not a list of known afflictions (VAL-05)', () => {
		expect(bodyErrors({ afflictions: 'none' })).toEqual({ afflictions: 'Expected array, received string' });
		expect(bodyErrors({ afflictions: ['itch'] })).toEqual({ 'afflictions.0': 'Unknown affliction "itch"' });
		expect(bodyErrors({ afflictions: ['none', 'none'] })).toEqual({
			afflictions: 'Each entry may appear only once',
		});
	});

	it.each([1, 2, 5, 10_000])('takes a batch size of %d (VAL-07)', (batchSize) => {
		expect(bodyErrors({ batchSize })).toEqual({});
	});

	it.each([
		[0, 'Must be at least 1'],
		[-1, 'Must be at least 1'],
		[10_001, 'Must be at most 10,000'],
		[1e9, 'Must be at most 10,000'],
		[1.5, 'Expected integer, received float'],
		[Number.NaN, 'Expected number, received nan'],
		[Number.POSITIVE_INFINITY, 'Expected number, received infinity'],
		['5', 'Expected number, received string'],
		[null, 'Expected number, received null'],
		[[5], 'Expected number, received array'],
	])('rejects a batch size of %j (VAL-07)', (batchSize, sentence) => {
		expect(bodyErrors({ batchSize })).toEqual({ batchSize: sentence });
	});

	it('takes a count that agrees with batchSize and rejects any other (AMB-05)', () => {
		expect(bodyErrors({ count: 3 })).toEqual({});
		expect(bodyErrors({ count: 4 })).toEqual({ count: 'count must equal batchSize' });
		expect(bodyErrors({ count: Number.NaN })).toEqual({ count: 'Expected number, received nan' });
	});

	it('takes a missing project name and trims a given one (VAL-08)', () => {
		expect(startGenerationInput.parse(validBody).projectName).toBeUndefined();
		expect(startGenerationInput.parse({ ...validBody, projectName: '  Adx <img onerror>  ' }).projectName).toBe(
			'Adx <img onerror>',
		);
	});

	it.each([
		['a control character', 'a\u0000b'],
		['a line break', 'a\nb'],
		['a right-to-left override', 'gnp\u202e.exe'],
		['a zero-width space', 'a\u200bb'],
		['a line separator', 'a\u2028b'],
		['half a surrogate pair', 'a\ud800b'],
	])('rejects a project name with %s (VAL-08)', (_what, projectName) => {
		expect(bodyErrors({ projectName })).toEqual({ projectName: 'Contains characters that cannot be shown' });
	});

	it('rejects a project name beyond 100 characters (VAL-08)', () => {
		expect(bodyErrors({ projectName: 'a'.repeat(100) })).toEqual({});
		expect(bodyErrors({ projectName: 'a'.repeat(10_000) })).toEqual({ projectName: 'At most 100 characters' });
	});

	it('rejects unknown values with a short sentence that names the kind', () => {
		expect(
			bodyErrors({ races: ['elf', 'Elf'], classes: ['sage'], artStyle: 'x'.repeat(500), backgroundType: 'moon' }),
		).toEqual({
			'races.1': 'Unknown race "Elf"',
			'classes.0': 'Unknown class "sage"',
			artStyle: `Unknown art style "${'x'.repeat(40)}…"`,
			backgroundType: 'Unknown background type "moon"',
		});
		expect(bodyErrors({ engine: 'dalle' })).toEqual({
			engine: 'Unknown option "dalle", choose "gemini", "openai", "sdwebui", "comfyui" or "forge"',
		});
	});

	it('rejects duplicates and lists longer than the catalogue', () => {
		expect(bodyErrors({ races: ['elf', 'elf'] })).toEqual({ races: 'Each entry may appear only once' });
		expect(bodyErrors({ races: Array(1_000).fill('elf') })).toEqual({
			races: `Must have at most ${races.length} entries`,
		});
		expect(bodyErrors({ races: races.map((race) => race.value) })).toEqual({});
	});

	it('rejects wrong types as Expected X, received Y', () => {
		expect(bodyErrors({ races: 'elf', artStyle: 7, backgroundType: null, projectName: {} })).toEqual({
			races: 'Expected array, received string',
			artStyle: 'Expected string, received number',
			backgroundType: 'Expected string, received null',
			projectName: 'Expected string, received object',
		});
	});

	it('rejects extra fields', () => {
		expect(bodyErrors({ isDeveloper: true })).toEqual({ isDeveloper: 'Unknown field "isDeveloper"' });
	});

	it.each([
		'{"__proto__":{"isDeveloper":true}}',
		'{"weights":{"__proto__":{"elf":1}}}',
		'{"rules":[{"kind":"never","left":{"trait":"race","value":"elf","__proto__":{}},"right":{"trait":"class","value":"bard"}}]}',
	])('rejects a __proto__ key: %s', (json) => {
		const parsed: Record<string, unknown> = JSON.parse(json);
		const body = JSON.parse(JSON.stringify(validBody).replace(/}$/, `,${json.slice(1)}`));
		expect(Object.keys(body)).toEqual([...Object.keys(validBody), ...Object.keys(parsed)]);
		const errors = Object.entries(getErrors(startGenerationInput, body));
		expect(errors).toHaveLength(1);
		expect(errors[0]?.[1]).toBe('Unknown field "__proto__"');
		expect(errors[0]?.[0]).toMatch(/(^|\.)__proto__$/);
	});

	it('lets no __proto__ trait value into a plan or a prototype', () => {
		const counts: unknown = JSON.parse('{"race":{"__proto__":1,"elf":1}}');
		const parsed = startGenerationInput.parse({ ...validBody, counts });
		expect(Object.keys(parsed.counts?.race ?? {})).toEqual(['elf']);
		expect(Object.getPrototypeOf(parsed.counts?.race)).toBe(Object.prototype);
	});

	it('rejects weights, counts and rules about values that no catalogue holds', () => {
		expect(
			bodyErrors({
				weights: { race: { elv: 3 }, hair: { red: 1 } },
				counts: { items: { crown: 1 }, magicalStone: { ruby: 1 } },
				rules: [{ kind: 'maybe', left: { trait: 'affliction', value: 'itch' }, right: { trait: 'class' } }],
			}),
		).toEqual({
			'weights.race.elv': 'Unknown race "elv"',
			'weights.hair': 'Unknown field "hair"',
			'counts.items.crown': 'Unknown item "crown"',
			'counts.magicalStone.ruby': 'Unknown magical stone "ruby"',
			'rules.0.kind': 'Unknown option "maybe", choose "never" or "together"',
			'rules.0.left.value': 'Unknown affliction "itch"',
			'rules.0.right.value': 'Required',
		});
		expect(bodyErrors({ counts: { class: { wizard: 0.5 } } })).toEqual({
			'counts.class.wizard': 'Expected integer, received float',
		});
		expect(bodyErrors({ weights: { race: { elf: -1 } } })).toEqual({ 'weights.race.elf': 'Must be at least 0' });
		expect(bodyErrors({ counts: { background: { 'a\u0000b': 1 } } })).toEqual({
			'counts.background.a\u0000b': 'Contains characters that cannot be shown',
		});
	});

	it('rejects a key that no header can carry', () => {
		for (const geminiApiKey of ['AIzaabc\ndef', 'ΑIzaabc', 'A'.repeat(201)]) {
			expect(Object.keys(bodyErrors({ geminiApiKey }))).toEqual(['geminiApiKey']);
		}
	});

	it('rejects a seed that is empty, too long or not plain text', () => {
		for (const seed of ['', 'x'.repeat(65), 'é', 'a\nb', 5])
			expect(Object.keys(bodyErrors({ seed }))).toEqual(['seed']);
	});

	it.each([[undefined, 'Required'] as const, [null, 'Expected object, received null'] as const])(
		'rejects a body that is %s',
		(body, sentence) => {
			expect(getErrors(startGenerationInput, body)).toEqual({ '': sentence });
		},
	);

	it('describes the accepted art styles to API readers, though the form side is text', () => {
		const described = z.toJSONSchema(startGenerationInput, { io: 'input' });
		expect(described.properties?.artStyle).toMatchObject({ enum: artStyles.map((style) => style.value) });
	});
});

describe('generationFormSchema', () => {
	it('holds the fields of the form, and which engine draws (ENT-12)', () => {
		expect(Object.keys(generationFormSchema.shape).toSorted()).toEqual([
			'afflictions',
			'artStyle',
			'backgroundType',
			'batchSize',
			'classes',
			'engine',
			'geminiApiKey',
			'projectName',
			'races',
		]);
		const filled = {
			...validBody,
			afflictions: ['none'],
			projectName: 'Frost',
			geminiApiKey: 'AIza',
			engine: 'gemini',
		};
		expect(generationFormSchema.parse(filled)).toEqual(filled);
	});

	it('to VAL-06 rejects the initial form with every specified sentence at once (GEN-25, VAL-01)', () => {
		expect(getErrors(generationFormSchema, emptyForm)).toEqual({
			races: 'Select at least one race',
			classes: 'Select at least one class',
			artStyle: 'Select an art style',
			backgroundType: 'Select a background type',
			geminiApiKey: 'API key is required',
		});
	});

	it('rejects an empty key also while another field cannot be read (VAL-06)', () => {
		expect(
			getErrors(generationFormSchema, {
				...validBody,
				...{ engine: 'gemini', geminiApiKey: '', batchSize: Number.NaN },
			}),
		).toEqual({
			batchSize: 'Expected number, received nan',
			geminiApiKey: 'API key is required',
		});
	});

	it.each(['   ', 'sk-123', '龍', 'x'.repeat(500)])(
		'leaves the key %j to the submit handler and its toast (VAL-09, VAL-10)',
		(geminiApiKey) => {
			expect(getErrors(generationFormSchema, { ...emptyForm, ...validBody, geminiApiKey })).toEqual({});
		},
	);

	it('wants no key for the forge (AMB-16)', () => {
		expect(getErrors(generationFormSchema, { ...emptyForm, ...validBody, engine: 'forge' })).toEqual({});
	});
});

describe('other inputs', () => {
	it('takes ids of the usual shapes', () => {
		for (const id of ['7f9c24e8-3b12-4fef-91e0-5f2c1a7b9d3e', '01J9ZQ', 'unknown_id']) {
			expect(jobInput.parse({ jobId: id })).toEqual({ jobId: id, scope: 'own' });
		}
	});

	it.each(['', '1 OR 1=1', 'a\u0000b', '../etc', '1'.repeat(101)])('rejects the id %j', (imageId) => {
		expect(Object.keys(getErrors(imageInput, { imageId }))).toEqual(['imageId']);
	});

	it("lists one's own jobs unless told otherwise", () => {
		expect(jobListInput.parse(undefined)).toEqual({ scope: 'own', covers: 4 });
		expect(jobListInput.parse({ scope: 'all', covers: '1' })).toEqual({ scope: 'all', covers: 1 });
		for (const covers of [-1, 5, 0.5]) expect(jobListInput.safeParse({ covers }).success).toBe(false);
		expect(getErrors(jobListInput, { scope: 'mine' })).toEqual({
			scope: 'Unknown option "mine", choose "own" or "all"',
		});
	});
});
