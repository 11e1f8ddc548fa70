import { classes } from '@adx/validators/catalogue/classes';
import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traitLabel, traitNames } from '../metadata/traits.ts';
import { buildAttributeColumns } from '../plan/columns.ts';
import { PlanImpossibleError } from '../plan/plan-error.ts';
import { rankTokens } from '../rarity/rarity.ts';
import { attributeTraits } from './attribute-columns.ts';
import { AttributesError, type AttributesInput, attributeCounts, planAttributes } from './plan-attributes.ts';

const toRequest = (change: Partial<AttributesInput> = {}): AttributesInput => ({
	folderSize: change.fileNames?.length ?? change.existing?.length ?? 1,
	existingTraits: 'keep',
	seed: 'seed',
	...change,
});
const plan = (change: Partial<AttributesInput>) => planAttributes(toRequest(change));
const valueIn = (attributes: readonly TokenAttribute[], name: string) =>
	attributes.find(({ trait_type }) => trait_type === name)?.value;
const countValues = (tokens: Parameters<typeof attributeCounts>[0], name: string): ReadonlyMap<string, number> =>
	new Map(
		attributeCounts(tokens)
			.find(({ trait }) => trait === name)
			?.values.map(({ value, count }) => [value, count]),
	);

describe('planAttributes', () => {
	it('gives every image Class, Affliction, Divinity, Items, Magical Stone and Rarity (ATT-03)', () => {
		const { tokens, findings } = plan({ folderSize: 120 });
		const names = ['Class', 'Affliction', 'Divinity', 'Items', 'Magical Stone', 'Rarity'];
		for (const { attributes, metadata } of tokens) {
			expect(attributes.map(({ trait_type }) => trait_type)).toEqual(names);
			expect(metadata.attributes).toEqual(attributes);
		}
		expect(findings).toEqual([]);
	});

	it('meets every quota exactly, at every size from 1 to 10,000, in unique combinations', () => {
		const sizes = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10_000 }));
		const asked = fc.record({
			class: fc.dictionary(fc.constantFrom('wizard', 'bard', 'monk'), fc.integer({ min: 1, max: 90 })),
			divinity: fc.dictionary(fc.constantFrom('none'), fc.integer({ min: 1, max: 90 })),
		});
		const weights = fc.oneof(fc.constant({}), asked);
		fc.assert(
			fc.property(sizes, weights, fc.string({ minLength: 1 }), (folderSize, steered, seed) => {
				const { tokens, notice } = plan({ folderSize, seed, weights: steered });
				const isDefault = Object.values(steered).every((values) => Object.keys(values).length === 0);
				if (isDefault) expect(notice).toBeNull();
				for (const { trait, values, weights: shares } of buildAttributeColumns({
					batchSize: folderSize,
					weights: steered,
				})) {
					if (trait === 'race' || trait === 'background') throw new Error('Not a trait of finished art.');
					const counts = countValues(tokens, traitNames[trait]);
					const whole = shares.reduce((sum, share) => sum + share, 0);
					values.forEach((value, index) => {
						const count = counts.get(traitLabel(trait, value)) ?? 0;
						expect(Math.abs(count - (folderSize * shares[index]!) / whole)).toBeLessThan(1);
					});
				}
			}),
			{ numRuns: 16 },
		);
	});

	it('gives the same result for the same order, and another for another seed', () => {
		const request = toRequest({ folderSize: 300, weights: { class: { wizard: 5 } } });
		expect(planAttributes(request)).toEqual(planAttributes(request));
		const generateTraits = (seed: string) => plan({ folderSize: 300, seed }).tokens.map(({ attributes }) => attributes);
		expect(generateTraits('a')).not.toEqual(generateTraits('b'));
	});

	it('takes a weight of 0 out of every image, and rejects weights that leave a trait nothing', () => {
		const none = Object.fromEntries(classes.map(({ value }) => [value, 0]));
		const { tokens } = plan({ folderSize: 50, weights: { class: { ...none, bard: 1 } } });
		expect(countValues(tokens, 'Class')).toEqual(new Map([['Bard', 50]]));
		expect(() => plan({ folderSize: 50, weights: { class: none } })).toThrow(PlanImpossibleError);
	});

	it('derives Rarity from the OpenRarity rank of all that a token carries, existing traits included', () => {
		const existing = Array.from({ length: 200 }, (_, index) => ({
			attributes: [{ trait_type: 'Hat', value: index === 7 ? 'Crown' : 'Cap' }],
		}));
		const { tokens } = plan({ existing });
		const ranking = rankTokens(tokens.map(({ metadata }) => metadata.attributes as TokenAttribute[]));
		expect(tokens.map(({ rarity }) => rarity)).toEqual(ranking.tokens);
		for (const { attributes, rarity } of tokens) expect(valueIn(attributes, 'Rarity')).toBe(rarity.tier);
		expect(tokens[7]?.rarity).toMatchObject({ tier: 'Legendary' });
	});

	it('repeats combinations only where the weights leave fewer than there are images, and says so', () => {
		const planOne = (options: readonly string[], only: string) =>
			Object.fromEntries(options.map((value) => [value, value === only ? 1 : 0]));
		const columns = buildAttributeColumns({ batchSize: 1 });
		const weights = Object.fromEntries(
			columns.map(({ trait, values }) => [trait, trait === 'class' ? {} : planOne(values, values[1]!)]),
		);
		const { tokens, notice } = plan({ folderSize: 60, weights });
		expect(notice).toBe('39 of 60 images repeat the planned traits of another one.');
		expect(new Set(tokens.map(({ dna }) => dna)).size).toBe(60);
	});

	it('rejects lists that do not fit the number of images, and metadata that names too many traits', () => {
		expect(() => plan({ folderSize: 3, fileNames: ['a.png'] })).toThrow(AttributesError);
		const existing = Array.from({ length: 1_000 }, (_, token) => ({
			attributes: Array.from({ length: 30 }, (__, trait) => ({ trait_type: `${token}-${trait}`, value: 'x' })),
		}));
		expect(() => plan({ existing })).toThrow('The metadata names 30,005 different traits, too many for 1,000 images.');
	});
});

describe('existing metadata', () => {
	it('keeps its other fields as they are, in their order, and its traits before the new ones', () => {
		const old = {
			description: 'Old words',
			compiler: 'HashLips Art Engine',
			attributes: [{ trait_type: 'Hat', value: 'Cap', display_type: 'string' }, { value: 'no name' }],
			name: 'Own name',
			nested: { b: 1, a: [null, 2.5] },
		};
		const { metadata, attributes } = plan({ existing: [old] }).tokens[0]!;
		const { attributes: list, ...others } = metadata;
		const { attributes: oldList, ...oldOthers } = old;
		expect(JSON.stringify(others).startsWith(JSON.stringify(oldOthers).slice(0, -1))).toBe(true);
		expect(Object.keys(metadata).slice(0, 5)).toEqual(Object.keys(old));
		expect((list as unknown[]).slice(0, 2)).toEqual(oldList);
		expect(attributes.map(({ trait_type }) => trait_type)).toEqual([
			'Hat',
			'Class',
			'Affliction',
			'Divinity',
			'Items',
			'Magical Stone',
			'Rarity',
		]);
		expect(metadata).toMatchObject({ image: '1.png', category: 'image' });
	});

	it('keeps a trait that is there however its name is written, and shares the rest out exactly', () => {
		const existing = Array.from({ length: 400 }, (_, index) =>
			index < 100 ? { attributes: [{ trait_type: ' magical  STONE', value: 'Own stone' }] } : null,
		);
		const { tokens, findings } = plan({ existing });
		expect(findings.map(({ problem }) => problem)).toEqual([
			expect.stringMatching(/^Names of traits differ only in case/),
		]);
		for (const { metadata } of tokens.slice(0, 100)) {
			expect((metadata.attributes as unknown[])[0]).toEqual({ trait_type: ' magical  STONE', value: 'Own stone' });
			expect(metadata.attributes).toHaveLength(6);
		}
		const rest = tokens.slice(100);
		expect(countValues(rest, 'Magical Stone').get('None')).toBe(150);
		expect(countValues(tokens, 'Divinity').get('None')).toBe(200);
		expect(new Set(tokens.map(({ dna }) => dna)).size).toBe(400);
	});

	it('keeps every trait, whatever is kept, meets quotas over the others exactly and repeats no more than it must', () => {
		const some = fc.option(fc.constantFrom('Wizard', 'bard', 'Alchemist', 'Own', 'None', ''), { nil: undefined });
		const tokens = fc.record({ class: some, affliction: some, divinity: some, items: some, magicalStone: some });
		fc.assert(
			fc.property(fc.array(tokens, { minLength: 1, maxLength: 150 }), fc.string(), (owned, seed) => {
				const existing = owned.map((values) => ({
					attributes: attributeTraits.flatMap((trait) => {
						const value = values[trait];
						return value === undefined ? [] : [{ trait_type: traitNames[trait].toLowerCase(), value }];
					}),
				}));
				const planned = plan({ existing, seed }).tokens;
				for (const trait of attributeTraits) {
					const isKept = (index: number) => (owned[index]![trait] ?? '') !== '';
					const readText = (attributes: readonly TokenAttribute[]) =>
						attributes.find(({ trait_type }) => trait_type.toLowerCase() === traitNames[trait].toLowerCase())?.value;
					planned.forEach(({ attributes }, index) => {
						if (isKept(index)) expect(readText(attributes)).toBe(owned[index]![trait]);
						else expect(readText(attributes)).toEqual(expect.any(String));
					});
					const free = planned.filter((_, index) => !isKept(index));
					const { values, weights } = buildAttributeColumns({ batchSize: 1 }).find((each) => each.trait === trait)!;
					const whole = weights.reduce((sum, weight) => sum + weight, 0);
					values.forEach((value, index) => {
						const label = traitLabel(trait, value);
						const count = free.filter(({ attributes }) => readText(attributes) === label).length;
						expect(Math.abs(count - (free.length * weights[index]!) / whole)).toBeLessThan(1);
					});
				}
				const isFree = (index: number) => attributeTraits.some((trait) => !owned[index]![trait]);
				const combinations = planned.flatMap(({ attributes }, index) =>
					isFree(index) ? [attributeTraits.map((trait) => valueIn(attributes, traitNames[trait])).join('|')] : [],
				);
				expect(combinations.length - new Set(combinations).size).toBeLessThanOrEqual(combinations.length / 2);
			}),
			{ numRuns: 60 },
		);
	});

	it("replaces its own traits, and nothing else, with existingTraits 'replace'", () => {
		const old = [
			{ trait_type: 'Hat', value: 'Cap' },
			{ trait_type: 'class', value: 'Alchemist' },
			{ trait_type: 'Rarity', value: 'Mythic' },
			{ trait_type: 'Eyes', value: 'Red' },
		];
		const existing = [{ attributes: old }];
		const unchanged = plan({ existing }).tokens[0]!.attributes;
		expect(unchanged.slice(0, 4)).toEqual(old);
		const { attributes } = plan({ existing, existingTraits: 'replace' }).tokens[0]!;
		expect(attributes.slice(0, 4).map(({ trait_type }) => trait_type)).toEqual(['Hat', 'Class', 'Rarity', 'Eyes']);
		expect(valueIn(attributes, 'Class')).not.toBe('Alchemist');
		expect(valueIn(attributes, 'Rarity')).toBe('Common');
	});

	it('reads traits from an object and from the field traits, which stays', () => {
		const asObject = plan({ existing: [{ attributes: { Class: 'Mage', Level: 3 } }] }).tokens[0]!;
		expect((asObject.metadata.attributes as unknown[]).slice(0, 2)).toEqual([
			{ trait_type: 'Class', value: 'Mage' },
			{ trait_type: 'Level', value: 3 },
		]);
		const traits = [{ trait_type: 'Class', value: 'Mage' }];
		const { metadata, attributes } = plan({ existing: [{ traits }] }).tokens[0]!;
		expect([metadata.traits, valueIn(attributes, 'Class')]).toEqual([traits, 'Mage']);
	});

	it('changes nothing when its own result is fed in again', () => {
		const first = plan({ folderSize: 150 }).tokens;
		const again = plan({ existing: first.map(({ metadata }) => metadata), seed: 'another' });
		expect(again.tokens.map(({ metadata }) => metadata)).toEqual(first.map(({ metadata }) => metadata));
		expect(again.findings).toEqual([]);
	});

	const large = { note: 'x'.repeat(100_001) };
	it.each<readonly [string, unknown, string]>([
		['a list', [1, 2], 'The metadata is not a JSON object.'],
		['a number', 5, 'The metadata is not a JSON object.'],
		['a text that is not JSON', '{"a":', 'The metadata is not JSON.'],
		['a JSON text', '"a"', 'The metadata is not a JSON object.'],
		['too large an object', large, 'The metadata is larger than 100 kB.'],
		['too large a text', JSON.stringify(large), 'The metadata is larger than 100 kB.'],
	])('reports %s, makes metadata afresh and keeps the original', (_, value, problem) => {
		const { tokens, findings } = plan({ fileNames: ['x/a.png', 'x/b.png'], existing: [null, value] });
		expect(findings).toEqual([{ filename: 'x/b.png', problem }]);
		expect(tokens[1]?.metadata).toMatchObject({ name: 'ADX Collection #2', image: 'b.png' });
		const original = String(tokens[1]?.original ?? '');
		if (typeof value === 'string') expect(original).toBe(value);
		else expect(JSON.parse(original)).toEqual(value);
	});

	const numberLost = 'A number is too large or has too many digits to be taken over exactly; write it as a text.';
	it.each<readonly [string, unknown, string]>([
		[
			'traits whose names collide',
			{
				attributes: [
					{ trait_type: 'Class', value: 'A' },
					{ trait_type: 'CLASS ', value: 'B' },
				],
			},
			"The traits 'Class' and 'CLASS ' are the same but for case or white space.",
		],
		[
			'a trait that occurs twice',
			{
				attributes: [
					{ trait_type: 'Hat', value: 'A' },
					{ trait_type: 'Hat', value: 'B' },
				],
			},
			"The trait 'Hat' occurs twice.",
		],
		[
			'a trait that occurs three times, two of them alike',
			{
				attributes: [
					{ trait_type: 'Hat', value: 'A' },
					{ trait_type: 'hat', value: 'B' },
					{ trait_type: 'Hat', value: 'C' },
				],
			},
			"The traits 'Hat' and 'hat' are the same but for case or white space.",
		],
		[
			'fields whose names collide',
			{ Name: 'a', name: 'b' },
			"The fields 'Name' and 'name' are the same but for case or white space.",
		],
		[
			'a field that stands twice',
			'{"a":1,"a":2}',
			'A field stands twice in one object, and only the last one is taken over.',
		],
		['an integer too large', '{"id":12345678901234567890}', numberLost],
		['a number beyond a double', '{"id":{"deep":[1e400]}}', numberLost],
		['a decimal of too many digits', '{"id":0.1234567890123456789}', numberLost],
		[
			'attributes that are not a list',
			{ attributes: 'none' },
			"Its 'attributes' field is not a list of traits; a list replaces it.",
		],
		[
			'a field __proto__',
			'{"__proto__":{"x":1},"y":2}',
			"A field is named '__proto__' or nested deeper than 20 levels, and is left out.",
		],
	])('reports %s, takes over the rest and keeps the original', (_, value, problem) => {
		const { tokens, findings } = plan({ existing: [value] });
		expect(findings).toEqual([{ filename: '1.png', problem }]);
		const parsed = (typeof value === 'string' ? JSON.parse(value) : value) as Record<string, unknown>;
		for (const [field, held] of Object.entries(parsed)) {
			if (field !== '__proto__' && field !== 'attributes') expect(tokens[0]?.metadata[field]).toEqual(held);
		}
		expect(tokens[0]?.original).not.toBeNull();
	});

	it.each([
		[
			'one trait without a name',
			[{ value: 'x' }, { trait_type: ' ', value: '' }, { trait_type: 'Hat', value: 'A' }],
			'A trait without a name does not count.',
		],
		['several, in an object of values too', { '': 'x', ' ': 'y', Hat: 'A' }, '2 traits without a name do not count.'],
	])('reports %s, of which nothing is lost', (_, attributes, problem) => {
		const { tokens, findings } = plan({ existing: [{ attributes }] });
		expect(findings).toEqual([{ filename: '1.png', problem }]);
		expect(tokens[0]?.original).toBeNull();
	});

	it('finds nothing wrong with long texts of digits, numbers and colons', () => {
		const values = { a: '12345678901234567890', b: 1.5e300, c: '"x":', d: { a: -9007199254740991 }, e: '1e400' };
		const value = `${JSON.stringify(values).slice(0, -1)},"f":1.50,"g":1E2,"h":9007199254740994}`;
		expect(plan({ existing: [value] })).toMatchObject({ findings: [], tokens: [{ original: null }] });
	});

	it('names what the preflight of an export finds in the names of traits, by the first file', () => {
		const withTrait = (trait_type: string) => ({ attributes: [{ trait_type, value: 'Red' }] });
		const existing = ['Fur', 'Fur', 'fur', 'Fur', 'fur', 'class'].map(withTrait);
		const { findings } = plan({ existing, reportedAs: [undefined, undefined, 'c.json'] });
		const sentence = 'Names of traits differ only in case or white space';
		expect(findings).toEqual([
			{ filename: 'c.json', problem: `${sentence}: 'fur' is written so 2 times, mostly 'Fur'.` },
			{ filename: '6.png', problem: `${sentence}: 'class' is written so once, mostly 'Class'.` },
		]);
	});

	it('survives metadata of any depth', () => {
		let deep: unknown = 1;
		for (let level = 0; level < 20_000; level++) deep = { a: deep };
		const text = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
		const { findings, tokens } = plan({ existing: [deep, text, { deep }] });
		expect(findings.map(({ filename }) => filename)).toEqual(['1.png', '2.png', '3.png']);
		expect(tokens[1]?.original).toBe(text);
	});
});
