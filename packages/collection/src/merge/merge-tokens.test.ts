import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examineMerge } from './merge-doctor.ts';
import { createToken, mergeOptions, sha256Hex } from './merge-testing.ts';
import { MergeError, mergeTokens } from './merge-tokens.ts';
import type { MergeSource } from './read-tokens.ts';
import { computeTokenOrder } from './token-order.ts';

type Options = Parameters<typeof mergeOptions>[0];
const merge = (sources: readonly MergeSource[], options: Options = {}) =>
	mergeTokens(sources, mergeOptions(options), 'Court');
const one = (...tokens: MergeSource['tokens'][number][]): MergeSource[] => [{ name: 'A', tokens }];
const files = ({ tokens }: ReturnType<typeof merge>) => tokens.map(({ filename }) => filename);
const traits = ({ tokens }: ReturnType<typeof merge>) =>
	tokens.map(({ attributes }) => Object.fromEntries(attributes.map(({ trait_type, value }) => [trait_type, value])));

/** Collections of these sizes; every file name says its collection and place. */
const sized = (...sizes: number[]): MergeSource[] =>
	sizes.map((size, at) => ({
		name: `S${at}`,
		tokens: Array.from({ length: size }, (_, place) => createToken(`${at}/${place}.png`, { Hat: `${at}-${place}` })),
	}));

describe('mergeTokens', () => {
	it('numbers from 1 and names every token after the project, or by its old name where it has one', () => {
		const tokens = [
			createToken('a.png', { Hat: 'x' }),
			createToken('b.png', null),
			createToken('c.png', {}, { metadata: { name: ' \u0000 ' } }),
		];
		expect(merge(one(...tokens)).tokens.map(({ tokenNumber, name }) => [tokenNumber, name])).toEqual([
			[1, 'Court #1'],
			[2, 'Court #2'],
			[3, 'Court #3'],
		]);
		const remaining = merge(one(...tokens), { naming: 'keep' }).tokens.map(({ name }) => name);
		expect(remaining).toEqual(['Old a.png', 'Court #2', 'Court #3']);
		const long = createToken('d.png', {}, { metadata: { name: `x${'y'.repeat(5_000)}` } });
		expect(merge(one(long), { naming: 'keep' }).tokens[0]!.name).toHaveLength(100);
	});

	it('renames before anything else, so that renamed traits are unified with the others', () => {
		const sources = one(
			createToken('1.png', { Headgear: 'red' }),
			createToken('2.png', { Hat: 'Red' }),
			createToken('3.png', { Hat: 'Red' }),
		);
		expect(traits(merge(sources, { fixes: { renames: { Headgear: 'HAT' } } }))).toEqual(Array(3).fill({ Hat: 'Red' }));
		expect(traits(merge(sources))).toEqual([{ Headgear: 'red' }, { Hat: 'Red' }, { Hat: 'Red' }]);
	});

	it('renames a trait in all spellings where names are unified, else in its own', () => {
		const sources = one(
			createToken('1.png', { hat: 'Red' }),
			createToken('2.png', { Hat: 'Blue' }),
			createToken('3.png', { 'H at': 'Gold' }),
			createToken('4.png', { Hat: 'Green' }),
		);
		const renames = { Hat: 'Headgear' };
		const values = ['Red', 'Blue', 'Gold', 'Green'];
		expect(traits(merge(sources, { fixes: { renames } }))).toEqual(values.map((Headgear) => ({ Headgear })));
		expect(traits(merge(sources, { fixes: { renames, traitNames: 'keep' } }))).toEqual([
			{ hat: 'Red' },
			{ Headgear: 'Blue' },
			{ 'H at': 'Gold' },
			{ Headgear: 'Green' },
		]);
		const both = { hat: 'Cap', Hat: 'Headgear' };
		expect(traits(merge(sources, { fixes: { renames: both } }))).toEqual([
			{ Cap: 'Red' },
			{ Headgear: 'Blue' },
			{ Headgear: 'Gold' },
			{ Headgear: 'Green' },
		]);
		expect(merge(sources, { fixes: { renames: { Hat: 'Headgear', hat: 'Cap' } } })).toEqual(
			merge(sources, { fixes: { renames: both } }),
		);
	});

	it('writes names and values in their most frequent way, or leaves them', () => {
		const sources = one(
			createToken('1.png', { hat: 'RED' }),
			createToken('2.png', { Hat: 'Red' }),
			createToken('3.png', { Hat: 'red', hat: 'Red' }),
			createToken('4.png', { Hat: 'Red' }),
		);
		expect(traits(merge(sources))).toEqual(Array(4).fill({ Hat: 'Red' }));
		expect(merge(sources).tokens[2]!.attributes).toHaveLength(1);
		const remaining = traits(merge(sources, { fixes: { traitNames: 'keep', traitValues: 'keep' } }));
		expect(remaining).toEqual([{ hat: 'RED' }, { Hat: 'Red' }, { Hat: 'red', hat: 'Red' }, { Hat: 'Red' }]);
		expect(traits(merge(sources, { fixes: { traitNames: 'keep' } }))[0]).toEqual({ hat: 'Red' });
	});

	it("gives 'None' where a trait is missing, to what has no trait at all only if that is chosen, and never for Rarity", () => {
		const sources = one(
			createToken('1.png', { Hat: 'Red', Rarity: 'Epic' }),
			createToken('2.png', { Cape: 'Long' }),
			createToken('3.png', {}),
			createToken('4.png', null),
		);
		expect(traits(merge(sources, { fixes: { missingTraits: 'none' } }))).toEqual([
			{ Hat: 'Red', Rarity: 'Epic', Cape: 'None' },
			{ Cape: 'Long', Hat: 'None' },
			{},
			{},
		]);
		expect(traits(merge(sources))[1]).toEqual({ Cape: 'Long' });
		expect(traits(merge(sources, { fixes: { noTraits: 'none' } }))).toEqual([
			{ Hat: 'Red', Rarity: 'Epic' },
			{ Cape: 'Long' },
			{ Hat: 'None', Cape: 'None' },
			{},
		]);
		expect(merge(sources, { fixes: { noTraits: 'drop' } })).toMatchObject({
			tokens: [{ filename: '1.png' }, { filename: '2.png' }, { filename: '4.png' }],
			leftOut: { noTraits: 1 },
		});
	});

	it('leaves out what the fixes say, one kind after the other, and counts each image once', () => {
		const same = sha256Hex('same');
		const sources: MergeSource[] = [
			{
				name: 'A',
				tokens: [
					createToken('nothing.png', null, { sha256: same }),
					createToken('torn.png', null, { mime: null, width: null, height: null }),
					createToken('first.png', { Hat: 'Red' }, { sha256: same }),
					createToken('small.png', { Hat: 'Blue' }, { width: 8 }),
				],
			},
			{
				name: 'B',
				tokens: [
					createToken('twin.png', { Hat: 'Green' }, { sha256: same }),
					createToken('alike.png', { HAT: 'red ' }),
					createToken('own.png', { Hat: 'Gold' }),
				],
			},
		];
		const drop = {
			duplicateImages: 'drop',
			duplicateTraits: 'drop',
			missingMetadata: 'drop',
			mixedSizes: 'drop',
			unreadableFiles: 'drop',
		} as const;
		const merged = merge(sources, { fixes: drop });
		expect(files(merged)).toEqual(['first.png', 'own.png']);
		expect(merged.leftOut).toEqual({
			unreadableFiles: 1,
			missingMetadata: 1,
			mixedSizes: 1,
			duplicateImages: 1,
			duplicateTraits: 1,
		});
		expect(merge(sources).leftOut).toEqual({ unreadableFiles: 1 });
		expect(merge(sources, { fixes: { unreadableFiles: 'keep' } }).leftOut).toEqual({});
	});

	it('rejects a merge that leaves nothing, or that names more traits than can be ranked', () => {
		expect(() => merge(one(createToken('1.png', null)), { fixes: { missingMetadata: 'drop' } })).toThrow(
			new MergeError('The chosen fixes leave out every image.'),
		);
		// No fix was chosen that leaves these out.
		expect(() => merge(one())).toThrow(new MergeError('There is no image to merge.'));
		expect(() => merge(one(createToken('1.png', null, { mime: null })))).toThrow(
			new MergeError('None of the files is a picture that can be read.'),
		);
		const tokens = Array.from({ length: 8_000 }, (_, index) =>
			createToken(`${index}.png`, { [`Trait ${index}`]: 'x' }, { sha256: String(index) }),
		);
		expect(() => merge(one(...tokens))).toThrow(
			'The metadata names 8,000 different traits, too many for 8,000 images.',
		);
	});

	it('leaves out as many images as the doctor counted for that fix', () => {
		const token = fc.record({
			hash: fc.nat(4),
			hat: fc.option(fc.constantFrom('Red', 'RED', 'Blue')),
			kind: fc.constantFrom(64, 64, 32, null),
		});
		const dropKinds = [
			'unreadableFiles',
			'missingMetadata',
			'mixedSizes',
			'duplicateImages',
			'duplicateTraits',
		] as const;
		fc.assert(
			fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), fc.subarray([...dropKinds]), (given, dropped) => {
				const tokens = given.map(({ hash, hat, kind: width }, at) => {
					const shape = width === null ? { mime: null, width: null, height: null } : { width };
					return createToken(`${at}.png`, hat === null ? null : { Hat: hat }, { sha256: String(hash), ...shape });
				});
				const drops = Object.fromEntries(dropKinds.map((kind) => [kind, dropped.includes(kind) ? 'drop' : 'keep']));
				const { fixes } = mergeOptions({ fixes: drops });
				const found = examineMerge(one(...tokens), fixes).filter(
					({ kind }) => fixes[kind as keyof typeof fixes] === 'drop',
				);
				fc.pre(found.reduce((sum, { count }) => sum + count, 0) < tokens.length);
				const counts = Object.fromEntries(found.map(({ kind, count }) => [kind, count]));
				expect(merge(one(...tokens), { fixes }).leftOut).toEqual(counts);
			}),
		);
	});

	it('has every image exactly once unless it was left out, and the counts add up', () => {
		const token = fc.record({
			hash: fc.integer({ min: 0, max: 6 }),
			hat: fc.option(fc.constantFrom('Red', 'red', 'Blue', 'None')),
			width: fc.constantFrom(64, 64, 32),
			readable: fc.boolean(),
		});
		const keepOrDrop = fc.constantFrom('keep' as const, 'drop' as const);
		const fixes = fc.record({
			duplicateImages: keepOrDrop,
			duplicateTraits: keepOrDrop,
			missingMetadata: keepOrDrop,
			mixedSizes: keepOrDrop,
			unreadableFiles: keepOrDrop,
			missingTraits: fc.constantFrom('none' as const, 'keep' as const),
		});
		const options = fc.record({
			fixes,
			order: fc.constantFrom('keep' as const, 'interleave' as const, 'shuffle' as const),
			seed: fc.string({ minLength: 1, maxLength: 10 }),
		});
		fc.assert(
			fc.property(
				fc.array(fc.array(token, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
				options,
				(collections, given) => {
					const sources = collections.map((tokens, at) => ({
						name: `S${at}`,
						tokens: tokens.map(({ hash, hat, width, readable }, place) => {
							const facts = {
								sha256: sha256Hex(String(hash)),
								...(readable ? { width } : { mime: null, width: null, height: null }),
							};
							return createToken(`${at}/${place}.png`, hat === null ? null : { Hat: hat }, facts);
						}),
					}));
					const all = sources.flatMap(({ tokens }) => tokens.map(({ filename }) => filename));
					let merged: ReturnType<typeof merge>;
					try {
						merged = merge(sources, given);
					} catch (error) {
						expect(error).toBeInstanceOf(MergeError);
						return;
					}
					const leftOut = Object.values(merged.leftOut).reduce((sum, count) => sum + count, 0);
					expect(new Set(files(merged)).size).toBe(merged.tokens.length);
					expect(merged.tokens.length + leftOut).toBe(all.length);
					expect(merged.tokens.map(({ tokenNumber }) => tokenNumber)).toEqual(
						merged.tokens.map((_, index) => index + 1),
					);
					for (const { sourcePosition, sourceIndex, filename, sha256 } of merged.tokens) {
						expect(sources[sourcePosition]!.tokens[sourceIndex]).toMatchObject({ filename, sha256 });
					}
					if (Object.values(given.fixes).every((fix) => fix !== 'drop'))
						expect(files(merged).sort()).toEqual(all.sort());
					expect(merge(sources, given)).toEqual(merged);
				},
			),
		);
	});
});

it('keeps of equal pictures the first that has metadata, and the first where none has', () => {
	const twin = (filename: string, traits: Record<string, string> | null) =>
		createToken(filename, traits, { sha256: 'twin' });
	const kept = (...tokens: ReturnType<typeof twin>[]) =>
		mergeTokens([{ name: 'A', tokens }], mergeOptions({ fixes: { duplicateImages: 'drop' } }), 'Court');
	const { tokens, leftOut } = kept(twin('1.png', null), twin('2.png', { Hat: 'Red' }), twin('3.png', { Hat: 'Blue' }));
	expect(tokens.map(({ filename }) => filename)).toEqual(['2.png']);
	expect(leftOut).toEqual({ duplicateImages: 2 });
	expect(kept(twin('1.png', null), twin('2.png', null)).tokens.map(({ filename }) => filename)).toEqual(['1.png']);
});

describe('computeTokenOrder', () => {
	const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

	it('keeps one collection after the other', () => {
		expect([...computeTokenOrder([2, 3], 'keep', 'x')]).toEqual([0, 1, 2, 3, 4]);
		expect(files(merge(sized(2, 1)))).toEqual(['0/0.png', '0/1.png', '1/0.png']);
	});

	it('takes turns as evenly as the sizes allow', () => {
		const line = files(merge(sized(6, 3, 1), { order: 'interleave' }))
			.map((name) => name[0])
			.join('');
		expect(line).toBe('0100120010');
		fc.assert(
			fc.property(sizes, (given) => {
				const owners = given.flatMap((size, at) => Array<number>(size).fill(at));
				const order = [...computeTokenOrder(given, 'interleave', 'x')];
				for (const [left, leftSize] of given.entries()) {
					const places = order.flatMap((place, at) => (owners[place] === left ? [at] : []));
					expect(places.map((at) => order[at])).toEqual(places.map((at) => order[at]).sort((a, b) => a! - b!));
					for (const [right, rightSize] of given.entries()) {
						if (left === right) continue;
						for (let at = 1; at < places.length; at++) {
							const between = order.slice(places[at - 1]! + 1, places[at]).filter((place) => owners[place] === right);
							expect(between.length).toBeGreaterThanOrEqual(Math.floor(rightSize / leftSize));
							expect(between.length).toBeLessThanOrEqual(Math.ceil(rightSize / leftSize));
						}
					}
				}
			}),
		);
	});

	it('shuffles by the seed alone: always a permutation, the same for the same seed', () => {
		fc.assert(
			fc.property(sizes, fc.string(), (given, seed) => {
				const count = given.reduce((sum, size) => sum + size, 0);
				const order = [...computeTokenOrder(given, 'shuffle', seed)];
				expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, place) => place));
				expect([...computeTokenOrder([count], 'shuffle', seed)]).toEqual(order);
			}),
		);
		expect([...computeTokenOrder([4, 6], 'shuffle', 'winter')]).toEqual([5, 6, 4, 2, 9, 8, 7, 0, 1, 3]);
		expect([...computeTokenOrder([4, 6], 'shuffle', 'summer')]).not.toEqual([
			...computeTokenOrder([4, 6], 'shuffle', 'winter'),
		]);
	});
});
