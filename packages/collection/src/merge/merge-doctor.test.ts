import { type MergeFixes, mergeFixesSchema } from '@adx/validators/merge';
import { describe, expect, it } from 'vitest';
import { startCpuClock } from '../plan/plan-testing.ts';
import { examineMerge, type FindingKind, listFinding } from './merge-doctor.ts';
import { createToken, sha256Hex } from './merge-testing.ts';
import type { MergeSource, MergeToken } from './read-tokens.ts';

const toFixes = (renames: Record<string, string> = {}, changes: Partial<MergeFixes> = {}) =>
	mergeFixesSchema.parse({ renames, traitNames: 'keep', traitValues: 'keep', unreadableFiles: 'keep', ...changes });
const found = (
	sources: readonly MergeSource[],
	renames?: Record<string, string>,
	fixes: Partial<MergeFixes> = {},
): Partial<Record<FindingKind, unknown[]>> =>
	Object.fromEntries(
		examineMerge(sources, toFixes(renames, fixes)).map(({ kind, count, examples }) => [kind, [count, ...examples]]),
	);
const source = (name: string, ...tokens: MergeToken[]): MergeSource => ({ name, tokens });

describe('examineMerge', () => {
	it('finds nothing in collections that agree', () => {
		const tokens = [
			createToken('1.png', { Hat: 'Red' }),
			createToken('2.png', { Hat: 'Blue' }),
			createToken('3.png', { Hat: 'None' }),
		];
		expect(examineMerge([source('A', ...tokens)])).toEqual([]);
		expect(examineMerge([])).toEqual([]);
	});

	it('names traits and values that differ in case and white space alone, the most frequent writing first', () => {
		const sources = [
			source(
				'A',
				createToken('1.png', { 'Magical Stone': 'Ice Berg' }),
				createToken('2.png', { 'Magical Stone': 'Fire' }),
			),
			source(
				'B',
				createToken('3.png', { magicalstone: 'ice  berg' }),
				createToken('4.png', { 'MAGICAL STONE': 'Ice Berg' }),
			),
		];
		expect(found(sources)).toMatchObject({
			traitNames: [1, "'Magical Stone' is also written 'magicalstone' and 'MAGICAL STONE'."],
			traitValues: [1, "'Ice Berg' of 'Magical Stone' is also written 'ice  berg'."],
		});
		const renamed = found(sources, { magicalstone: 'Magical Stone', 'MAGICAL STONE': 'Magical Stone' });
		expect(renamed.traitNames).toBeUndefined();
		expect(renamed.traitValues).toBeDefined();
	});

	it('names WebP images that can be PNGs, and addresses that a merge does not replace and that lead nowhere', () => {
		const image = 'ipfs://NewUriToReplace/1.png';
		const dead = { image, image_url: image, animation_url: 'ipfs://NewUriToReplace/1.mp4' };
		const alive = { image, animation_url: '1.mp4', external_url: 'https://example.test' };
		const tokens = [
			createToken(
				'1.png',
				{},
				{ metadata: { ...dead, properties: { files: [{ uri: image }, { uri: 'file:///1.wav' }] } } },
			),
			createToken('2.png', {}, { metadata: alive }),
			createToken('3.webp', {}, { mime: 'image/webp', metadata: null }),
			createToken('4.webp', {}, { mime: 'image/webp', isAnimated: true, metadata: null }),
		];
		expect(found([source('A', ...tokens)])).toMatchObject({
			webpImages: [1, '3.webp is a WebP.'],
			deadAddresses: [1, '1.png has animation_url ipfs://NewUriToReplace/1.mp4 and the file file:///1.wav.'],
		});
		expect(found([source('A', ...tokens)], {}, { missingMetadata: 'drop' }).webpImages).toBeUndefined();
	});

	it('shows five dead addresses of a token and how many more there are, and lists all', () => {
		const uris = Array.from({ length: 8 }, (_, index) => `file:///${index}.wav`);
		const metadata = { properties: { files: uris.map((uri) => ({ uri })) } };
		const sources = [source('A', createToken('1.png', {}, { metadata }))];
		const shown = uris.slice(0, 5).map((uri) => `the file ${uri}`);
		expect(found(sources).deadAddresses).toEqual([1, `1.png has ${shown.join(', ')} and 3 more.`]);
		const [row] = listFinding('deadAddresses', sources);
		for (const uri of uris) expect(row!.problem).toContain(uri);
	});

	it('counts traits that some tokens lack, without Rarity and without tokens that have no metadata', () => {
		const tokens = [
			createToken('1.png', { Hat: 'Red', Cape: 'Long', Rarity: 'Epic' }),
			createToken('2.png', { Hat: 'Blue' }),
			createToken('3.png', { hat: 'Green' }),
			createToken('4.png', null),
		];
		expect(found([source('A', ...tokens)]).missingTraits).toEqual([1, "2 tokens of 3 lack 'Cape'."]);
		expect(found([source('A', ...tokens.slice(0, 2))]).missingTraits).toEqual([1, "1 token of 2 lacks 'Cape'."]);
	});

	it('names tokens whose metadata has no trait by themselves, as images come back that had none: they lack none in particular', () => {
		const tokens = [
			createToken('1.png', { Hat: 'Red', Cape: 'Long' }),
			createToken('2.png', { Hat: 'Blue' }),
			createToken('3.png', {}),
		];
		expect(found([source('A', ...tokens)])).toEqual({
			missingTraits: [1, "1 token of 2 lacks 'Cape'."],
			noTraits: [1, '3.png has no traits.'],
		});
		expect(listFinding('missingTraits', [source('A', ...tokens)])).toHaveLength(1);
		expect(found([source('A', createToken('1.png', {}), createToken('2.png', {}))])).toEqual({});
	});

	it('finds equal bytes and equal traits across collections, each repeat counted once', () => {
		const same = sha256Hex('same');
		const sources = [
			source(
				'A',
				createToken('1.png', { Hat: 'Red', Eyes: 'None' }, { sha256: same }),
				createToken('2.png', { Hat: 'Blue' }),
			),
			source(
				'B',
				createToken('1.png', { HAT: 'red' }, { sha256: same }),
				createToken('9.png', { Hat: 'Green' }, { sha256: same }),
			),
		];
		expect(found(sources)).toMatchObject({
			duplicateImages: [
				2,
				'1.png in B is the same picture as 1.png in A.',
				'9.png in B is the same picture as 1.png in A.',
			],
			duplicateTraits: [1, '1.png in B has the same traits as 1.png in A.'],
		});
	});

	it('counts what the fixes leave out for nothing else: neither as a repeat, nor as lacking a trait, nor as of a size', () => {
		const same = sha256Hex('same');
		const size = { width: 32, height: 32 };
		const sources = [
			source(
				'A',
				createToken('1.png', { Hat: 'Red', Cape: 'Long' }, { sha256: same }),
				createToken('2.png', { Hat: 'Red', Cape: 'Long' }, { sha256: same }),
				createToken('3.png', { Hat: 'Blue' }, size),
				createToken('4.png', null, size),
				createToken('5.png', null, size),
			),
		];
		expect(found(sources)).toMatchObject({
			missingTraits: [1, "1 token of 3 lacks 'Cape'."],
			missingMetadata: [2, '4.png has no metadata.', '5.png has no metadata.'],
			mixedSizes: [2, '1.png is 64 × 64 pixels, most are 32 × 32.', '2.png is 64 × 64 pixels, most are 32 × 32.'],
			duplicateImages: [1, '2.png is the same picture as 1.png.'],
			duplicateTraits: [1, '2.png has the same traits as 1.png.'],
		});
		const withoutMetadata = { missingMetadata: 'drop' } as const;
		expect(found(sources, {}, withoutMetadata)).toMatchObject({
			missingMetadata: [2, '4.png has no metadata.', '5.png has no metadata.'],
			mixedSizes: [1, '3.png is 32 × 32 pixels, most are 64 × 64.'],
		});
		const fixes = { ...withoutMetadata, mixedSizes: 'drop', duplicateImages: 'drop' } as const;
		const left = found(sources, {}, fixes);
		expect(Object.keys(left)).toEqual(['missingMetadata', 'mixedSizes', 'duplicateImages']);
		expect(left.duplicateImages).toEqual([1, '2.png is the same picture as 1.png.']);
		expect(listFinding('missingTraits', sources, toFixes({}, fixes))).toEqual([]);
	});

	it('takes tokens without any trait for no duplicates of each other', () => {
		const tokens = [
			createToken('1.png', {}),
			createToken('2.png', { Hat: 'None' }),
			createToken('3.png', null),
			createToken('4.png', null),
		];
		expect(found([source('A', ...tokens)]).duplicateTraits).toBeUndefined();
	});

	it('finds images without metadata, of another size, and files that are not a picture, each kind apart (UPL-08)', () => {
		const tokens = [
			createToken('1.png', { Hat: 'A' }),
			createToken('2.png', { Hat: 'B' }),
			createToken('3.png', { Hat: 'C' }, { width: 32, height: 64 }),
			createToken('4.png', null),
			createToken('5.png', null, { mime: null, width: null, height: null }),
		];
		const sources = [source('A', ...tokens)];
		const apart = {
			unreadableFiles: [1, '5.png is not a readable picture.'],
			missingMetadata: [1, '4.png has no metadata.'],
			mixedSizes: [1, '3.png is 32 × 64 pixels, most are 64 × 64.'],
		};
		expect(found(sources, {}, { unreadableFiles: 'drop' })).toEqual(apart);
		// One that is kept on purpose becomes a token, and lacks metadata as the others do.
		const missingMetadata = [2, '4.png has no metadata.', '5.png has no metadata.'];
		expect(found(sources)).toEqual({ ...apart, missingMetadata });
	});

	it('shows five examples and counts all', () => {
		const tokens = Array.from({ length: 40 }, (_, index) => createToken(`${index}.png`, null));
		const [finding] = examineMerge([source('A', ...tokens)]);
		expect(finding).toMatchObject({ kind: 'missingMetadata', count: 40 });
		expect(finding!.examples).toHaveLength(5);
	});

	it('lists everything that a finding is about, by name', () => {
		const same = sha256Hex('same');
		const sources = [
			source(
				'A',
				createToken('1.png', { Hat: 'Ice', Cape: 'Long' }, { sha256: same }),
				createToken('2.png', { Hat: 'Ice' }, { width: 32, height: 64 }),
				createToken('3.png', null, { mime: null, width: null, height: null }),
			),
			source('B', createToken('1.png', { hat: 'ice' }, { sha256: same }), createToken('9.png', null)),
		];
		const lists: Partial<Record<FindingKind, readonly (readonly [string, string, string])[]>> = {
			traitNames: [['', 'hat', "is written so once, mostly as 'Hat'"]],
			traitValues: [['', 'Hat: ice', "is written so once, mostly as 'Ice'"]],
			missingTraits: [
				['A', '2.png', "lacks 'Cape'"],
				['B', '1.png', "lacks 'Cape'"],
			],
			unreadableFiles: [['A', '3.png', 'is not a readable picture']],
			missingMetadata: [
				['A', '3.png', 'has no metadata'],
				['B', '9.png', 'has no metadata'],
			],
			mixedSizes: [['A', '2.png', 'is 32 × 64 pixels, most are 64 × 64']],
			duplicateImages: [['B', '1.png', 'is the same picture as 1.png in A']],
			duplicateTraits: [['B', '1.png', 'has the same traits as 2.png in A']],
		};
		expect(examineMerge(sources).map(({ kind }) => kind)).toEqual(Object.keys(lists));
		for (const [kind, rows] of Object.entries(lists)) {
			const found = listFinding(kind as FindingKind, sources);
			expect(found.map(({ collection, name, problem }) => [collection, name, problem])).toEqual(rows);
		}
		expect(listFinding('traitNames', sources, toFixes({ hat: 'Hat' }))).toEqual([]);
		expect(listFinding('missingMetadata', [])).toEqual([]);
	});

	it('tells what was wrong with metadata as it was read, by file', () => {
		const sources = [
			{
				...source(
					'A',
					createToken('a/1.png', null, { metadataFile: 'a/1.json', metadataProblems: ['The metadata is not JSON.'] }),
					createToken('a/2.png', {}, { metadataProblems: ["The trait 'Hat' occurs twice."] }),
				),
				problems: [{ name: 'metadata.csv', problem: 'Row 3 names no file.' }],
			},
		];
		expect(found(sources).metadataProblems).toEqual([
			3,
			'metadata.csv: Row 3 names no file.',
			'a/1.json: The metadata is not JSON.',
			"a/2.png: The trait 'Hat' occurs twice.",
		]);
		expect(listFinding('metadataProblems', sources)).toEqual([
			{ collection: 'A', name: 'metadata.csv', problem: 'Row 3 names no file.' },
			{ collection: 'A', name: 'a/1.json', problem: 'The metadata is not JSON.' },
			{ collection: 'A', name: 'a/2.png', problem: "The trait 'Hat' occurs twice." },
		]);
	});

	it('names each token that loses what its traits have no place for', () => {
		const attributes = [
			{ trait_type: 'Level', value: 5, display_type: 'number', max_value: 9 },
			{ value: 'Legendary' },
			'Red',
			{ trait_type: 'Nested', value: { deep: { deeper: 1 } } },
			{ trait_type: 'Blank', value: '', display_type: '' },
			{ trait_type: 'Hat', value: 'Red' },
			{ trait_type: 'Cape', value: null },
			{ trait_type: 'Ring' },
		];
		const odd = createToken('a/2.png', null, { metadataFile: 'a/2.json', metadata: { attributes } });
		const sources = [source('A', createToken('a/1.png', { Hat: 'Red' }), odd)];
		const lost =
			"'Level' as a number, 'display_type' of 'Level', 'max_value' of 'Level', the nameless value 'Legendary', 'Cape' without a value, 'Ring' without a value and 2 entries that are not traits";
		const first = lost.replace(", 'Ring' without a value and 2 entries that are not traits", ' and 2 more');
		expect(found(sources).lostEntries).toEqual([1, `a/2.json loses ${first}.`]);
		expect(listFinding('lostEntries', sources)).toEqual([
			{ collection: 'A', name: 'a/2.json', problem: `loses ${lost}` },
		]);
		expect(found([source('A', createToken('1.png', { Hat: 'Red' }))]).lostEntries).toBeUndefined();
		const byName = createToken('1.png', null, { metadata: { traits: { Hat: null, Cape: '' } } });
		expect(found([source('A', byName)]).lostEntries).toEqual([1, "1.png loses 'Hat' without a value."]);
		const counted = createToken('1.png', null, { metadata: { attributes: { Power: 7, Hat: '3', Rare: true } } });
		expect(found([source('A', counted)]).lostEntries).toEqual([1, "1.png loses 'Power' as a number."]);
	});

	it('finds no other spelling of a renamed trait where names are unified', () => {
		const sources = [source('A', createToken('1.png', { Hat: 'Red' }), createToken('2.png', { hat: 'Blue' }))];
		const kinds = (traitNames: 'unify' | 'keep') =>
			examineMerge(sources, toFixes({ Hat: 'Headgear' }, { traitNames })).map(({ kind }) => kind);
		expect(kinds('unify')).toEqual([]);
		expect(kinds('keep')).toEqual(['missingTraits']);
	});

	it('lists 10,000 images without metadata as 10,000 rows', () => {
		const tokens = Array.from({ length: 10_000 }, (_, index) => createToken(`${index}.png`, null));
		const rows = listFinding('missingMetadata', [source('A', ...tokens)]);
		expect(rows).toHaveLength(10_000);
		expect(rows.at(-1)).toEqual({ collection: 'A', name: '9999.png', problem: 'has no metadata' });
	});

	it('examines 100,000 tokens in linear time', () => {
		const createTokens = (count: number) =>
			Array.from({ length: count }, (_, index) => {
				const traits = Object.fromEntries(
					['Hat', 'Eyes', 'Body', 'Aura'].map((name, at) => [name, `V${(index * (at + 3)) % 97}`]),
				);
				return createToken(`${index}.png`, traits, { sha256: String(index) });
			});
		const [small, large] = [10_000, 100_000].map((count) => source('A', ...createTokens(count)));
		const measure = (measured: MergeSource) => {
			const cpuMs = startCpuClock();
			examineMerge([measured]);
			return cpuMs();
		};
		const smallMs = Math.min(...Array.from({ length: 3 }, () => measure(small!)));
		expect(measure(large!)).toBeLessThan(Math.max(2_000, 40 * smallMs));
	});
});
