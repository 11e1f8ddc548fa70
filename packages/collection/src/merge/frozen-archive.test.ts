import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeZipLayout } from '../archive/zip-layout.ts';
import { groupFolder } from '../files/group-files.ts';
import { provenanceHash } from '../metadata/provenance.ts';
import { startCpuClock } from '../plan/plan-testing.ts';
import { buildFrozenArchive, readFrozenIndex } from './frozen-archive.ts';
import {
	createOriginal,
	createToken,
	freeze,
	generated,
	mergeOptions,
	readFiles,
	readJson,
	sha256Hex,
} from './merge-testing.ts';
import { mergeTokens } from './merge-tokens.ts';
import type { MergeSource, MergeToken } from './read-tokens.ts';

const readText = (files: ReadonlyMap<string, Uint8Array>, name: string) => new TextDecoder().decode(files.get(name)!);

/** The metadata that one token's old metadata becomes as token 1 of 'One Court'. */
function rewritten(metadata: Record<string, unknown>, facts: Partial<MergeToken> = {}, description = '') {
	const sources = [{ name: 'A', tokens: [createToken('old/7.png', null, { metadata, ...facts })] }];
	return readJson(readFiles(freeze(sources, mergeOptions(), { description }), sources), 'metadata/1.json');
}

const two: MergeSource[] = [
	{
		name: 'Elves',
		tokens: [createToken('e/1.png', { Hat: 'Red' }), createToken('e/2.gif', { Hat: 'Blue' }, { mime: 'image/gif' })],
	},
	{
		name: 'Orcs',
		tokens: [
			createToken('o/1.webp', { Axe: 'Big' }, { mime: 'image/webp' }),
			createToken('o/2.JPEG', null, { mime: 'image/jpeg' }),
		],
	},
];

describe('buildFrozenArchive', () => {
	it('holds proof, collection, manifest, rarity, a metadata file and the original of every token, in that order', () => {
		const archive = freeze(two);
		const { entries } = readFrozenIndex(archive.index, sha256Hex(archive.pack));
		expect(entries.map(({ name }) => name)).toEqual([
			'PROVENANCE.txt',
			'collection.json',
			'manifest.json',
			'rarity.csv',
			'metadata/1.json',
			'metadata/2.json',
			'metadata/3.json',
			'metadata/4.json',
			'images/1.png',
			'images/2.gif',
			'images/3.webp',
			'images/4.jpg',
		]);
		const files = readFiles(archive, two);
		for (const { name, sizeBytes, crc32: checksum, sha256 } of entries) {
			const bytes = files.get(name)!;
			expect([bytes.length, crc32(bytes), sha256Hex(bytes)]).toEqual([sizeBytes, checksum, sha256]);
		}
		expect(readText(files, 'images/2.gif')).toBe(readText(new Map([['x', createOriginal('e/2.gif')]]), 'x'));
		expect(archive.pack.length).toBe(archive.pack.buffer.byteLength);
		expect(computeZipLayout(entries).totalBytes).toBeGreaterThan(archive.pack.length);
	});

	it('takes the manifest for number, collection, old name, hash, size, CRC and metadata of every token', () => {
		const archive = freeze(two, mergeOptions({ order: 'interleave' }), { description: 'Two peoples' });
		const files = readFiles(archive, two);
		const manifest = readJson(files, 'manifest.json');
		const bytes = createOriginal('o/1.webp');
		const metadata = files.get('metadata/2.json')!;
		expect(manifest).toMatchObject({
			format: 'adx-frozen-1',
			name: 'One Court',
			description: 'Two peoples',
			seed: 'seed',
			options: { order: 'interleave', naming: 'renumber' },
			provenance: archive.provenance,
			sources: [
				{ name: 'Elves', imageCount: 2 },
				{ name: 'Orcs', imageCount: 2 },
			],
		});
		expect((manifest.tokens as unknown[])[1]).toEqual({
			tokenNumber: 2,
			name: 'One Court #2',
			file: 'images/2.webp',
			sizeBytes: bytes.length,
			sha256: sha256Hex(bytes),
			crc32: crc32(bytes).toString(16).padStart(8, '0'),
			metadata: { file: 'metadata/2.json', sizeBytes: metadata.length, sha256: sha256Hex(metadata) },
			from: { collection: 2, place: 1, file: 'o/1.webp', name: 'Old o/1.webp' },
		});
		expect(readJson(files, 'collection.json')).toMatchObject({
			name: 'One Court',
			description: 'Two peoples',
			image: 'images/1.png',
		});
		expect(readText(files, 'PROVENANCE.txt')).toMatch(
			/Merged from .*\n {2}1\. "Elves": 2\n {2}2\. "Orcs": 2\n\nOrder: in turns/,
		);
		expect(archive.provenance).toBe(
			provenanceHash(['e/1.png', 'o/1.webp', 'e/2.gif', 'o/2.JPEG'].map((file) => sha256Hex(createOriginal(file)))),
		);
	});

	it('answers with what is kept beside the archive: tokens with ranks, facets, counts', () => {
		const archive = freeze(two);
		expect(archive.imageCount).toBe(4);
		expect(archive.tokens[2]).toMatchObject({
			tokenNumber: 3,
			name: 'One Court #3',
			sha256: sha256Hex(createOriginal('o/1.webp')),
			attributes: [{ trait_type: 'Axe', value: 'Big' }],
			sourcePosition: 1,
			sourceFilename: 'o/1.webp',
		});
		expect(archive.tokens.every(({ rank, score, tier }) => rank >= 1 && score >= 0 && tier.length > 0)).toBe(true);
		const sources = [
			{
				name: 'A',
				tokens: ['b', 'a', 'b', 'c', 'a', 'b'].map((value, at) =>
					createToken(`${at}.png`, { Hat: value, ...(at ? {} : { Cape: 'x' }) }),
				),
			},
		];
		expect(freeze(sources).facets).toEqual([
			{
				trait: 'Hat',
				values: [
					{ value: 'b', count: 3 },
					{ value: 'a', count: 2 },
					{ value: 'c', count: 1 },
				],
			},
			{ trait: 'Cape', values: [{ value: 'x', count: 1 }] },
		]);
	});

	it('keeps all that the old metadata said and still holds, and renews name, number, picture, collection and traits', () => {
		const hashLips = {
			name: 'Cat #7',
			description: 'A cat',
			image: 'ipfs://NewUriToReplace/7.png',
			dna: 'c3a1',
			edition: 7,
			date: 1_633_043_200_000,
			creator: 'Somebody',
			attributes: [{ trait_type: 'Hat', value: 5 }],
			compiler: 'HashLips Art Engine',
		};
		expect(rewritten(hashLips)).toEqual({
			...hashLips,
			name: 'One Court #1',
			image: 'images/1.png',
			edition: 1,
			attributes: [{ trait_type: 'Hat', value: '5' }],
			properties: { category: 'image', files: [{ uri: 'images/1.png', type: 'image/png' }] },
		});
		const sugar = {
			name: 'Number #0007',
			symbol: 'NB',
			description: 'Solana',
			seller_fee_basis_points: 500,
			image: '7.png',
			animation_url: '7.mp4',
			external_url: 'https://example.test',
			background_color: 'ff0000',
			collection: { name: 'Numbers', family: 'Old' },
			attributes: [],
			properties: {
				edition: '7',
				files: [
					{ uri: '7.png', type: 'image/png' },
					{ uri: '7.mp4', type: 'video/mp4' },
				],
				category: 'video',
				creators: [{ address: 'abc', share: 100 }],
			},
		};
		expect(rewritten(sugar)).toEqual({
			...sugar,
			name: 'One Court #1',
			image: 'images/1.png',
			collection: { name: 'One Court', family: 'One Court' },
			properties: {
				...sugar.properties,
				edition: '1',
				files: [
					{ uri: 'images/1.png', type: 'image/png' },
					{ uri: '7.mp4', type: 'video/mp4' },
				],
			},
		});
	});

	it('leaves out what no longer holds and never doubles the traits', () => {
		const old = {
			name: 'Cat #7',
			image_url: 'https://cdn.test/a/7.PNG?w=1',
			tokenId: '7',
			rarity_rank: 3,
			rank: 'Captain',
			traits: { Hat: 'Red' },
			collection: 'Cats',
			custom_fields: { edition: 7, dna: 'x' },
		};
		expect(rewritten(old)).toEqual({
			name: 'One Court #1',
			image_url: 'images/1.png',
			tokenId: '1',
			rank: 'Captain',
			collection: 'One Court',
			custom_fields: { edition: 1, dna: 'x' },
			image: 'images/1.png',
			attributes: [{ trait_type: 'Hat', value: 'Red' }],
			properties: { category: 'image', files: [{ uri: 'images/1.png', type: 'image/png' }] },
		});
	});

	it("gives the project's description to tokens that have none, and plain metadata to bare images", () => {
		expect(rewritten({ description: '  ' }, {}, 'Ours').description).toBe('Ours');
		expect(rewritten({ description: 'Theirs' }, {}, 'Ours').description).toBe('Theirs');
		const sources = [{ name: 'A', tokens: [createToken('1.png', null)] }];
		expect(readJson(readFiles(freeze(sources), sources), 'metadata/1.json')).toEqual({
			name: 'One Court #1',
			image: 'images/1.png',
			attributes: [],
			properties: { category: 'image', files: [{ uri: 'images/1.png', type: 'image/png' }] },
		});
	});

	it('has the symbol in collection.json that its tokens have, none where they have several or none', () => {
		const symbolOf = (...symbols: readonly (string | undefined)[]) => {
			const tokens = symbols.map((symbol, index) => {
				const token = createToken(`${index}.png`, { Hat: 'Red' });
				return { ...token, metadata: { ...token.metadata, ...(symbol === undefined ? {} : { symbol }) } };
			});
			const sources = [{ name: 'A', tokens }];
			return readJson(readFiles(freeze(sources), sources), 'collection.json').symbol;
		};
		expect(symbolOf('WEB', undefined, ' ', 'WEB')).toBe('WEB');
		expect(symbolOf('WEB', 'ICE')).toBe('');
		expect(symbolOf(undefined)).toBe('');
	});

	it('keeps unreadable files that are wanted, by the extension they came with', () => {
		const torn = { mime: null, width: null, height: null };
		const names = ['a/torn.PNG', '../../evil.sh', 'C:\\x\\CON.weird-extension', 'plain', 'x.tar.gz\u0000'];
		const sources = [
			{ name: 'A', tokens: [...names.map((name) => createToken(name, null, torn)), createToken('ok.png', null)] },
		];
		const archive = freeze(sources, mergeOptions({ fixes: { unreadableFiles: 'keep' } }));
		const files = readFiles(archive, sources);
		expect([...files.keys()].filter((name) => name.startsWith('images/'))).toEqual([
			'images/1.png',
			'images/2.sh',
			'images/3.bin',
			'images/4.bin',
			'images/5.bin',
			'images/6.png',
		]);
		expect(readJson(files, 'metadata/1.json').properties).toMatchObject({
			files: [{ uri: 'images/1.png', type: 'application/octet-stream' }],
		});
		expect(readJson(files, 'collection.json').image).toBe('images/6.png');
	});

	it('writes formulas, markup and odd keys harmlessly', () => {
		const metadata = JSON.parse(
			'{"__proto__":{"a":1},"attributes":{"=cmd":"=1+1","Hat":"<script>"},"deep":[[[[1]]]]}',
		) as Record<string, unknown>;
		const sources = [{ name: '=A', tokens: [createToken('1.png', null, { metadata })] }];
		const files = readFiles(freeze(sources), sources);
		expect(readText(files, 'rarity.csv')).toContain("'=1+1");
		expect(readText(files, 'rarity.csv')).toContain("'=cmd");
		expect(readText(files, 'metadata/1.json')).not.toContain('__proto__');
		expect(readJson(files, 'metadata/1.json').deep).toEqual([[[[1]]]]);
	});

	it('gives the same bytes for the same input, and other bytes for another seed', () => {
		const sources = [generated('Elves', 'a'), ...two];
		const shuffled = mergeOptions({ order: 'shuffle', seed: 'one' });
		const [first, again] = [freeze(sources, shuffled), freeze(structuredClone(sources), shuffled)];
		expect(Buffer.compare(first.pack, again.pack)).toBe(0);
		expect(Buffer.compare(first.index, again.index)).toBe(0);
		expect(freeze(sources, mergeOptions({ order: 'shuffle', seed: 'two' })).provenance).not.toBe(first.provenance);
	});

	it('is a collection that merges again with every file matched', () => {
		const sources = [generated('Elves', 'a', 12), ...two];
		const files = readFiles(freeze(sources), sources);
		const [group, ...others] = groupFolder([...files.keys()].map((name) => `One_Court/${name}`));
		expect(others).toEqual([]);
		expect(group!.images).toHaveLength(16);
		const tokens = group!.images.map(({ path, metadataPath }) => {
			const metadata = readJson(files, metadataPath!.replace('One_Court/', ''));
			return createToken(path, null, { metadata });
		});
		const again = mergeTokens([{ name: 'Again', tokens }], mergeOptions(), 'Second');
		expect(again.tokens.map(({ attributes }) => attributes.length)).toEqual([...Array<number>(12).fill(9), 2, 2, 2, 1]);
		expect(again.tokens.slice(0, 12).every(({ hasDerivedRarity }) => hasDerivedRarity)).toBe(true);
	});

	it('builds 10,000 tokens in a few seconds', () => {
		const tokens = Array.from({ length: 10_000 }, (_, index) =>
			createToken(
				`${index}.png`,
				Object.fromEntries(
					['Hat', 'Eyes', 'Body', 'Aura', 'Pet', 'Cape'].map((name, at) => [name, `V${(index * (at + 3)) % 97}`]),
				),
			),
		);
		const options = mergeOptions({ order: 'shuffle' });
		const merged = mergeTokens([{ name: 'A', tokens }], options, 'P').tokens.map((token) => ({
			...token,
			sizeBytes: 9,
			crc32: 9,
		}));
		const cpuMs = startCpuClock();
		const archive = buildFrozenArchive({
			projectName: 'P',
			description: '',
			seed: 'seed',
			options,
			sources: [{ name: 'A' }],
			tokens: merged,
		});
		expect(cpuMs()).toBeLessThan(10_000);
		expect(archive.index.length).toBeLessThan(2_000_000);
	});
});

describe('readFrozenIndex', () => {
	it('rejects bytes that are not a whole index', () => {
		const { index } = freeze(two);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: index.length - 1 }), (length) => {
				expect(() => readFrozenIndex(index.slice(0, length), 'aa')).toThrow(RangeError);
			}),
		);
		expect(() => readFrozenIndex(new Uint8Array([...index, 0]), 'aa')).toThrow(RangeError);
		expect(() => readFrozenIndex(new Uint8Array(index.length), 'aa')).toThrow(RangeError);
		const shifted = new Uint8Array(index.length + 3);
		shifted.set(index, 3);
		expect(readFrozenIndex(shifted.subarray(3), 'aa')).toEqual(readFrozenIndex(index, 'aa'));
	});
});
