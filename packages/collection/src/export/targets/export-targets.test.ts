import { createHash } from 'node:crypto';
import { CarReader } from '@ipld/car';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { seededBytes } from '../../archive/car-testing.ts';
import { rawCid } from '../../archive/cid.ts';
import { buildCidTree } from '../../archive/cid-tree.ts';
import { computeZipLayout } from '../../archive/zip-layout.ts';
import { preflight } from '../../preflight/preflight.ts';
import { preflightExport } from '../../preflight/preflight-export.ts';
import type { ExportCollection } from '../export-collection.ts';
import {
	checkedFolder,
	createImage,
	type Originals,
	readFileBytes,
	readJson,
	readText,
	sampleCollection,
	writeFiles,
} from '../export-testing.ts';
import { erc721Schema, erc1155Schema, erc7572Schema, metaplexSchema } from '../marketplace-schemas-testing.ts';
import { exportFiles } from './export-targets.ts';

const ajv = new Ajv2020({ allErrors: true });
const schemas = {
	erc721: ajv.compile(erc721Schema),
	erc1155: ajv.compile(erc1155Schema),
	erc7572: ajv.compile(erc7572Schema),
	metaplex: ajv.compile(metaplexSchema),
};
function expectValid(name: keyof typeof schemas, value: unknown): void {
	schemas[name](value);
	expect(schemas[name].errors ?? []).toEqual([]);
}

async function runExport(target: Parameters<typeof exportFiles>[1], change: Partial<ExportCollection['facts']> = {}) {
	const originals: Originals = new Map();
	const sample = sampleCollection(originals);
	const collection = { ...sample, facts: { ...sample.facts, ...change } };
	return { originals, collection, files: writeFiles(await exportFiles(collection, target), originals) };
}

/** The same collection as an attribute job knows it. */
function withoutMedia(names: readonly string[]): ExportCollection {
	const sample = sampleCollection(new Map());
	return {
		...sample,
		tokens: names.map((fileName, index) => ({ ...sample.tokens[index]!, fileName, image: null })),
	};
}

describe('exportFiles plain', () => {
	it('writes images, metadata and the collection, valid for EIP-721, ERC-1155 and Metaplex', async () => {
		const { files, collection } = await runExport('plain');
		expect([...files.keys()].sort()).toEqual(
			['collection.json', ...[1, 2, 3, 4, 5].flatMap((n) => [`images/${n}.png`, `metadata/${n}.json`])].sort(),
		);
		for (const number of [1, 2, 3, 4, 5]) {
			const metadata = readJson(files, `metadata/${number}.json`);
			for (const schema of ['erc721', 'erc1155', 'metaplex'] as const) expectValid(schema, metadata);
			expect(metadata.image).toBe(`images/${number}.png`);
			expect(metadata.attributes).toEqual(collection.tokens[number - 1]!.metadata!.attributes);
		}
		expectValid('metaplex', readJson(files, 'collection.json'));
	});

	it('passes its preflight', async () => {
		const { files, collection } = await runExport('plain');
		expect(preflight(checkedFolder(files))).toEqual([]);
		expect(preflightExport(collection)).toEqual([]);
	});

	it('keeps what metadata says beside, and rewrites what points at the picture', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const metadata = {
			name: 'Old name',
			image: 'ipfs://NewUriToReplace/1.png',
			animation_url: 'ipfs://NewUriToReplace/1.png',
			dna: 'abc',
			traits: { Race: 'Elf' },
			seller_fee_basis_points: 999,
			properties: {
				files: [
					{ uri: 'ipfs://NewUriToReplace/1.png', type: 'image/png' },
					{ uri: 'a.mp4', type: 'video/mp4' },
				],
			},
		};
		const tokens = [{ ...sample.tokens[0]!, metadata }];
		const files = writeFiles(await exportFiles({ ...sample, tokens }, 'plain'), originals);
		const expected = readJson(files, 'metadata/1.json');
		expect(expected).toMatchObject({
			name: 'Old name',
			image: 'images/1.png',
			animation_url: 'images/1.png',
			dna: 'abc',
			attributes: [{ trait_type: 'Race', value: 'Elf' }],
			seller_fee_basis_points: 250,
			properties: {
				files: [
					{ uri: 'images/1.png', type: 'image/png' },
					{ uri: 'a.mp4', type: 'video/mp4' },
				],
			},
		});
		expect(expected).not.toHaveProperty('traits');
	});

	it('writes metadata alone under the own names of pictures that are elsewhere, numbered where names are alike', async () => {
		const names = await exportFiles(withoutMedia(['art/elf.png', 'art/orc.webp']), 'plain');
		expect(names.map(({ entry }) => entry.name)).toEqual(['collection.json', 'metadata/elf.json', 'metadata/orc.json']);
		expect(readJson(writeFiles(names, new Map()), 'metadata/orc.json')).toMatchObject({
			image: 'orc.webp',
			properties: { files: [{ uri: 'orc.webp', type: 'image/webp' }] },
		});
		const alike = await exportFiles(withoutMedia(['a/Elf.png', 'b/elf.png']), 'plain');
		expect(alike.map(({ entry }) => entry.name)).toEqual(['collection.json', 'metadata/1.json', 'metadata/2.json']);
	});

	it('gives files safe names, and tells apart those that only become alike by it', async () => {
		const listPaths = async (names: readonly string[]) =>
			(await exportFiles(withoutMedia(names), 'plain')).map(({ entry }) => entry.name).slice(1);
		expect(await listPaths(['a\u0000.png', '..', 'con.png'])).toEqual([
			...['metadata/a_.json', 'metadata/__.json', 'metadata/_con.json'],
		]);
		expect(await listPaths(['a?.png', 'a*.png'])).toEqual(['metadata/1.json', 'metadata/2.json']);
		expect(await listPaths(['', 'b.png'])).toEqual(['metadata/1.json', 'metadata/2.json']);
	});

	it('gives tokens without metadata a name and no traits', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const bare = { ...sample, tokens: sample.tokens.map((token) => ({ ...token, metadata: null })) };
		const expected = readJson(writeFiles(await exportFiles(bare, 'plain'), originals), 'metadata/2.json');
		expectValid('metaplex', expected);
		expect(expected).toMatchObject({ name: 'Winter Court #2', attributes: [] });
	});
});

describe('exportFiles metaplex', () => {
	it('counts from 0 without a gap, with the collection and its picture, as Sugar reads it', async () => {
		const { files } = await runExport('metaplex');
		const numbers = [0, 1, 2, 3, 4];
		expect([...files.keys()].sort()).toEqual(
			['collection.json', 'collection.png', ...numbers.flatMap((n) => [`${n}.json`, `${n}.png`])].sort(),
		);
		for (const path of files.keys()) if (path.endsWith('.json')) expectValid('metaplex', readJson(files, path));
		expect(readJson(files, '3.json')).toMatchObject({ name: 'Winter Court #4', image: '3.png', symbol: 'WINTER' });
		expect(readJson(files, 'collection.json')).toMatchObject({ name: 'Winter Court', image: 'collection.png' });
		expect(files.get('collection.png')).toEqual(files.get('0.png'));
	});

	it('passes its preflight', async () => {
		expect(preflight(checkedFolder((await runExport('metaplex')).files))).toEqual([]);
	});

	it('tells which file becomes which where the pictures are elsewhere', async () => {
		const files = writeFiles(await exportFiles(withoutMedia(['elf.png', 'orc.jpeg']), 'metaplex'), new Map());
		expect(parse(readText(files, 'rename.csv'))).toEqual([
			['file', 'becomes'],
			['elf.png', '0.png'],
			['orc.jpeg', '1.jpeg'],
		]);
		expect([...files.keys()]).toEqual(['collection.json', 'rename.csv', '0.json', '1.json']);
	});
});

describe('exportFiles opensea', () => {
	it('writes the CSV that drops take, read back by csv-parse', async () => {
		const { files } = await runExport('opensea');
		const rows = parse(readText(files, 'metadata.csv'), { columns: true }) as Record<string, string>[];
		expect(Object.keys(rows[0]!)).toEqual([
			...['tokenID', 'name', 'description', 'file_name', 'external_url'],
			...['attributes[Race]', 'attributes[Mood]'],
		]);
		expect(rows[1]).toEqual({
			tokenID: '2',
			name: 'Winter Court #2',
			description: 'One of five, "quoted", in two lines\nhere.',
			file_name: '2.png',
			external_url: 'https://example.org/',
			'attributes[Race]': 'Orc',
			'attributes[Mood]': 'Mood 1',
		});
		expect([...files.keys()].filter((path) => path.startsWith('media/'))).toEqual(
			rows.map(({ file_name }) => `media/${file_name}`),
		);
	});

	it('keeps a spreadsheet from calculating cells', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const attributes = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'].map((value, index) => ({
			trait_type: `T${index}`,
			value,
		}));
		const tokens = [{ ...sample.tokens[0]!, metadata: { name: '=cmd()', attributes } }];
		const csv = readText(writeFiles(await exportFiles({ ...sample, tokens }, 'opensea'), originals), 'metadata.csv');
		const [, row] = parse(csv) as string[][];
		expect(row!.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
		expect(row).toContain("'=cmd()");
		expect(preflightExport({ ...sample, tokens }).map(({ kind }) => kind)).toContain('formulas');
	});

	it('names the own files of pictures that are elsewhere', async () => {
		const files = writeFiles(await exportFiles(withoutMedia(['art/elf.png', 'orc.png']), 'opensea'), new Map());
		const rows = parse(readText(files, 'metadata.csv'), { columns: true }) as Record<string, string>[];
		expect(rows.map(({ file_name }) => file_name)).toEqual(['elf.png', 'orc.png']);
	});
});

describe('exportFiles contract', () => {
	it('writes ERC-7572 with the cover by the CID of its bytes, and nothing that is empty', async () => {
		const { files, collection } = await runExport('contract');
		const expected = readJson(files, 'contract.json');
		expectValid('erc7572', expected);
		expect(expected).toEqual({
			name: 'Winter Court',
			symbol: 'WINTER',
			description: 'Winter Court, a collection of 5 tokens.',
			image: `ipfs://${rawCid(collection.tokens[0]!.image!.sha256)}`,
			external_link: 'https://example.org/',
		});
		expect([...files.keys()]).toEqual(['contract.json']);
	});

	it('has no picture where it is elsewhere', async () => {
		const files = writeFiles(await exportFiles(withoutMedia(['elf.png']), 'contract'), new Map());
		expectValid('erc7572', readJson(files, 'contract.json'));
		expect(readJson(files, 'contract.json')).not.toHaveProperty('image');
	});
});

describe('exportFiles car', () => {
	it('writes two CARs whose roots @ipld/car reads back, and that ipfs-unixfs-importer finds', async () => {
		const { files, collection } = await runExport('car');
		const roots = readJson(files, 'roots.json') as {
			images: { root: string };
			metadata: { root: string };
			baseUri: string;
		};
		const readBack = async (path: string) => {
			const reader = await CarReader.fromBytes(files.get(path)!);
			const blocks = new Map<string, Uint8Array>();
			for await (const { cid, bytes } of reader.blocks()) blocks.set(cid.toString(), bytes);
			return { roots: (await reader.getRoots()).map(String), blocks };
		};
		const images = await readBack('images.car');
		expect(images.roots).toEqual([roots.images.root]);
		const tree = await buildCidTree(
			collection.tokens.map(({ tokenNumber, image }) => ({ path: `${tokenNumber}.png`, ...image! })),
		);
		expect(tree.root.toString()).toBe(roots.images.root);

		const metadata = await readBack('metadata.car');
		expect(metadata.roots).toEqual([roots.metadata.root]);
		const texts = [...metadata.blocks].filter(([cid]) => cid.startsWith('bafkrei')).map(([, bytes]) => bytes);
		const expected = texts.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>);
		expect(expected.length).toBe(6);
		for (const json of expected) expect(json.image).toMatch(new RegExp(`^ipfs://${roots.images.root}/\\d\\.png$`));
		for (const json of expected.slice(0, 5)) expectValid('metaplex', json);
		expectValid('erc7572', expected[5]);
		expect(roots.baseUri).toBe(`ipfs://${roots.metadata.root}/`);
	});

	it('can be laid out as one zip, and says so in its tag when a picture changes', async () => {
		const { collection, originals } = await runExport('car');
		const computeEtag = async (source: ExportCollection) =>
			computeZipLayout((await exportFiles(source, 'car')).map(({ entry }) => entry)).etag;
		const [first, ...others] = collection.tokens;
		const changed = {
			...collection,
			tokens: [{ ...first!, image: createImage(seededBytes(400, 77), originals) }, ...others],
		};
		expect(await computeEtag(collection)).toBe(await computeEtag(collection));
		expect(await computeEtag(changed)).not.toBe(await computeEtag(collection));
	});

	it('holds equal pictures once', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const image = createImage(seededBytes(5_000, 3), originals);
		const tokens = sample.tokens.map((token) => ({ ...token, image }));
		const [, , imagesCar] = await exportFiles({ ...sample, tokens }, 'car');
		const bytes = readFileBytes(imagesCar!, originals);
		expect(bytes.length).toBeLessThan(6_000);
		const blocks: { readonly cid: string; readonly sha256: string }[] = [];
		for await (const { cid, bytes: block } of (await CarReader.fromBytes(bytes)).blocks()) {
			blocks.push({ cid: cid.toString(), sha256: createHash('sha256').update(block).digest('hex') });
		}
		expect(blocks).toHaveLength(2);
		expect(blocks[0]).toEqual({ cid: rawCid(image.sha256).toString(), sha256: image.sha256 });
	});

	it('rejects a collection whose pictures are elsewhere', async () => {
		await expect(exportFiles(withoutMedia(['elf.png']), 'car')).rejects.toThrow('The picture of token 1 is not here.');
	});
});

describe('preflightExport', () => {
	const listFindingKinds = (collection: ExportCollection) => preflightExport(collection).map(({ kind }) => kind);

	it('rejects a CAR of pictures that are elsewhere, and nothing else', () => {
		expect(preflightExport(withoutMedia(['elf.png', 'orc.png']))).toEqual([
			{
				kind: 'picturesElsewhere',
				severity: 'error',
				targets: ['car'],
				count: 2,
				problem: 'Pictures are not here, and a CAR is made of their bytes.',
				examples: ['elf.png is not here.', 'orc.png is not here.'],
				fix: 'Merge the pictures with this metadata and export that collection.',
			},
		]);
		expect(listFindingKinds(sampleCollection(new Map()))).toEqual([]);
	});

	it('warns of numbers that an OpenSea drop lacks, and not where the export numbers tokens itself', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const partial = { ...sample, tokens: sample.tokens.filter(({ tokenNumber }) => tokenNumber !== 3) };
		expect(preflightExport(partial)).toMatchObject([
			{ kind: 'numberingGaps', severity: 'warning', targets: ['opensea'], count: 1, examples: ['3 is missing.'] },
		]);
		const metaplex = writeFiles(await exportFiles(partial, 'metaplex'), originals);
		expect([...metaplex.keys()].filter((path) => /^\d+\.json$/.test(path))).toEqual(
			[0, 1, 2, 3].map((number) => `${number}.json`),
		);
		const opensea = readText(writeFiles(await exportFiles(partial, 'opensea'), originals), 'metadata.csv');
		expect((parse(opensea, { columns: true }) as Record<string, string>[]).map(({ tokenID }) => tokenID)).toEqual([
			'1',
			'2',
			'4',
			'5',
		]);
	});

	it('calls tokens by the pictures that they come from, whatever number they get', () => {
		const sample = sampleCollection(new Map());
		const tokens = sample.tokens.map((token, index) => ({
			...token,
			fileName: ['1.png', '1a.png', 'more/2.png'][index] ?? token.fileName,
			image: index === 1 || index === 3 ? { ...token.image!, mime: null } : token.image,
		}));
		const finding = preflightExport({ ...sample, tokens }).find(({ kind }) => kind === 'unreadableFiles');
		expect(finding?.examples).toEqual(['1a.png is not a readable picture.', '4.png is not a readable picture.']);
	});

	it('tells what exports cut off: long names and values, and traits beyond 200', async () => {
		const originals: Originals = new Map();
		const sample = sampleCollection(originals);
		const long = [
			{ trait_type: 'N'.repeat(101), value: 'x' },
			{ trait_type: 'Lore', value: 'v'.repeat(201) },
			{ trait_type: 'Just right', value: 'w'.repeat(200) },
		];
		const many = Array.from({ length: 201 }, (_, index) => ({ trait_type: `T${index}`, value: 'x' }));
		const tokens = sample.tokens.map((token, index) => ({
			...token,
			metadata: { name: `#${index}`, attributes: index === 1 ? long : index === 2 ? many : [] },
		}));
		const finding = preflightExport({ ...sample, tokens }).find(({ kind }) => kind === 'shortenedTraits');
		expect(finding).toMatchObject({
			severity: 'warning',
			targets: ['plain', 'metaplex', 'opensea', 'car'],
			count: 3,
			examples: [
				`2.png: the name '${'N'.repeat(40)}…' has 101 characters.`,
				"2.png: 'Lore' has a value of 201 characters.",
				'3.png: it has 201 traits.',
			],
		});
		const files = writeFiles(await exportFiles({ ...sample, tokens }, 'plain'), originals);
		const { attributes } = readJson(files, 'metadata/2.json') as {
			attributes: { trait_type: string; value: string }[];
		};
		expect(attributes.map(({ trait_type, value }) => [trait_type.length, value.length])).toEqual([
			[100, 1],
			[4, 200],
			[10, 200],
		]);
	});
});

describe('exportFiles', () => {
	it('rejects a collection without tokens', async () => {
		for (const target of ['plain', 'metaplex', 'opensea', 'contract', 'car'] as const) {
			await expect(exportFiles({ facts: { name: 'Empty' }, tokens: [] }, target)).rejects.toThrow(
				'This collection has no tokens.',
			);
		}
	});
});
