import { planAttributes } from '@adx/collection/attributes/plan-attributes';
import { attributeFolderSchema } from '@adx/validators/attributes';
import { attributeImagesMax, uploadPathMaxLength } from '@adx/validators/limits';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test, vi } from 'vitest';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { PreviewRequest, PreviewSummary, RowSlice, RowView } from './attributes-views.ts';
import { type AttributesWorkerDeps, AttributesWorkerService } from './attributes-worker-service.ts';
import {
	artFiles,
	createMemoryFolderStore,
	metadataFile,
	pictureFile,
	workerDeps,
} from './attributes-worker-testing.ts';

const order: PreviewRequest = { existingTraits: 'keep', seed: 'winter' };
const all: RowView = { sortBy: 'token', search: '', value: null };

/** A busy machine takes its time. */
const patiently = { timeout: 10_000 };

function openService(changes: Partial<AttributesWorkerDeps> = {}) {
	const service = new AttributesWorkerService(workerDeps(changes));
	return {
		service,
		async pick(files: readonly PickedFile[], zip: string | null = null) {
			service.addFiles('pick', files);
			return service.pick('pick', zip, () => {});
		},
		plan(changed: Partial<PreviewRequest> = {}): PreviewSummary {
			const result = service.plan(1, { ...order, ...changed });
			if (result?.kind !== 'planned') throw new Error(`not planned but ${result?.kind}`);
			return result.summary;
		},
		rows(view: Partial<RowView> = {}, from = 0, to = 50): RowSlice {
			const slice = service.rows(1, Math.random(), { ...all, ...view }, from, to);
			if (slice === undefined) throw new Error('no rows');
			return slice;
		},
	};
}

const traitOf = ({ traits }: PreviewSummary, name: string) => traits.find((trait) => trait.name === name);

describe('a picked folder', () => {
	test('gives its images in natural order with the metadata beside them, by their own names', async () => {
		let list = '';
		const { pick, service } = openService({
			sendList: async (_hash, document) => {
				list = await document.text();
			},
		});
		const folder = await pick([
			...[10, 2, 1].map((number) => pictureFile(`art/images/${number}.png`)),
			metadataFile('art/json/2.json', '{"name":"Two"}'),
			metadataFile('art/notes.txt', 'nothing'),
		]);
		expect(folder).toMatchObject({ name: 'art', imageCount: 3, metadataCount: 1, ignoredCount: 1, hasPictures: true });
		const { folderSize } = await service.send(false);
		expect(folderSize).toBe(3);
		expect(attributeFolderSchema.parse(JSON.parse(list)).images).toEqual([
			{ filename: 'images/1.png', metadata: null },
			{ filename: 'images/2.png', metadata: '{"name":"Two"}', reportedAs: 'art/json/2.json' },
			{ filename: 'images/10.png', metadata: null },
		]);
	});

	test('takes what a _metadata.json says where an image has no file of its own', async () => {
		const { pick, plan, rows } = openService();
		const list = [{ edition: 2, attributes: [{ trait_type: 'Hat', value: 'Crown' }] }];
		const folder = await pick([...artFiles(3).slice(0, 3), metadataFile('art/_metadata.json', list)]);
		expect(folder?.metadataCount).toBe(1);
		plan();
		expect(rows({ search: '2.png' }).rows[0]?.otherCount).toBe(1);
	});

	test('takes rows of a metadata.csv, and tells what is wrong with it', async () => {
		const { pick, plan, rows } = openService();
		const table = 'file_name,attributes[Hat]\n1.png,Cap\n2.png,Crown\n9.png,Cap\n';
		const own = metadataFile('art/1.json', { name: 'One' });
		const folder = await pick([...artFiles(3).slice(0, 3), metadataFile('art/metadata.csv', table), own]);
		expect(folder).toMatchObject({ metadataCount: 2, ignoredCount: 0 });
		const unused = 'A row of metadata.csv tells of this picture, too; what 1.json says counts.';
		expect(folder?.problems).toEqual([
			{ filename: 'art/metadata.csv', problem: "It names '9.png', which is not there." },
			{ filename: 'art/1.json', problem: unused },
		]);
		plan();
		expect(rows({ search: '2.png' }).rows[0]?.otherCount).toBe(1);
	});

	test('sends the numbers of a _metadata.json as they are written there', async () => {
		let list = '';
		const { pick, service } = openService({
			sendList: async (_hash, document) => {
				list = await document.text();
			},
		});
		const entry = '{"edition":1,"id":0.1234567890123456789}';
		await pick([pictureFile('art/1.png'), metadataFile('art/_metadata.json', `[${entry}]`)]);
		await service.send(false);
		expect(attributeFolderSchema.parse(JSON.parse(list)).images[0]?.metadata).toBe(entry);
	});

	test('sends the bytes of metadata that is wrong and not UTF-8 as they came', async () => {
		let list = '';
		const { pick, service } = openService({
			sendList: async (_hash, document) => {
				list = await document.text();
			},
		});
		const latin = Uint8Array.from([...'{"name":"'].map((letter) => letter.charCodeAt(0)).concat([0xe9, 0x22, 0x7d]));
		const marked = new TextEncoder().encode('\uFEFF{"name":');
		await pick([
			...['1', '2', '3', '4'].map((name) => pictureFile(`art/${name}.png`)),
			{ path: 'art/1.json', blob: new Blob([latin]) },
			{ path: 'art/2.json', blob: new Blob([marked]) },
			metadataFile('art/3.json', '{"name":'),
			metadataFile('art/4.json', '\uFEFF{"name":"Whole"}'),
		]);
		await service.send(false);
		const { images, findings } = attributeFolderSchema.parse(JSON.parse(list));
		expect(images.map(({ original }) => original && [...Buffer.from(original, 'base64')])).toEqual([
			[...latin],
			[...marked],
			undefined,
			undefined,
		]);
		const problem = 'The metadata file is not UTF-8; letters that cannot be read are replaced.';
		expect(findings).toEqual([{ filename: 'art/1.json', problem }]);
	});

	test('names the picture where a list says something wrong of it', async () => {
		const { service, pick } = openService();
		const entry = '{"edition":1,"id":0.1234567890123456789}';
		await pick([pictureFile('art/1.png'), metadataFile('art/_metadata.json', `[${entry}]`)]);
		expect(service.problems()).toEqual([
			{ filename: 'art/1.png', problem: expect.stringContaining('too many digits') },
		]);
	});

	test('is sent with paths of metadata that the server takes', async () => {
		let list = '';
		const { pick, service } = openService({
			sendList: async (_hash, document) => {
				list = await document.text();
			},
		});
		// With its ending the picture's path is just short enough, and the other one too long.
		const base = `art/${'x'.repeat(uploadPathMaxLength - 'art/.png'.length)}`;
		await pick([pictureFile(`${base}.png`), metadataFile(`${base}.json`, '{"name": ')]);
		await service.send(false);
		expect(attributeFolderSchema.parse(JSON.parse(list)).images[0]?.metadata).toBe('{"name": ');
	});

	test('tells of a _metadata.json that is not a list', async () => {
		const { pick } = openService();
		const folder = await pick([pictureFile('art/1.png'), metadataFile('art/_metadata.json', '{"edition":1}')]);
		expect(folder?.problems).toEqual([
			{ filename: 'art/_metadata.json', problem: expect.stringContaining('not a JSON list') },
		]);
	});

	test('tells what cannot be read, and loses nothing else', async () => {
		const gone = { path: 'art/1.json', blob: { size: 1, arrayBuffer: () => Promise.reject(new Error()) } as never };
		const latin = { path: 'art/2.json', blob: new Blob([new Uint8Array([0x22, 0xe9, 0x22])]) };
		const wide = { path: 'art/3.json', blob: new Blob([new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])]) };
		const { pick } = openService();
		const folder = await pick([...artFiles(4).slice(0, 4), gone, latin, wide]);
		expect(folder).toMatchObject({ imageCount: 4, metadataCount: 1, problemCount: 3 });
		expect(folder?.problems).toEqual([
			{ filename: 'art/1.json', problem: expect.stringContaining('cannot be read') },
			{ filename: 'art/2.json', problem: expect.stringContaining('not UTF-8') },
			{ filename: 'art/2.json', problem: 'The metadata is not a JSON object.' },
		]);
	});

	test('counts as the merger does: neither metadata that is not JSON, nor files of systems and of the whole collection', async () => {
		const { pick } = openService();
		const folder = await pick([
			...[1, 2, 3].map((number) => pictureFile(`art/${number}.png`)),
			metadataFile('art/1.json', '{"name":"One"}'),
			metadataFile('art/2.json', '{"name":'),
			metadataFile('art/collection.json', '{"name":"Art"}'),
			metadataFile('art/.DS_Store', 'x'),
			metadataFile('art/notes.txt', 'x'),
		]);
		expect(folder).toMatchObject({ imageCount: 3, metadataCount: 1, ignoredCount: 1 });
	});

	test('names the metadata file with its folder before anything is planned, and a plan tells nothing twice', async () => {
		const { service, pick } = openService();
		const folder = await pick([
			...[1, 2].map((number) => pictureFile(`art/images/${number}.png`)),
			metadataFile('art/json/2.json', '{"name":'),
		]);
		const expected = [{ filename: 'art/json/2.json', problem: 'The metadata is not JSON.' }];
		expect(folder).toMatchObject({ problems: expected, problemCount: 1 });
		expect(service.plan(1, order)).toMatchObject({ summary: { findings: [], findingCount: 0 } });
		expect(service.problems()).toEqual(expected);
	});

	test.each<[string, readonly PickedFile[], RegExp]>([
		['without an image', [metadataFile('art/1.json', {})], /no PNG, JPEG, GIF or WebP/],
		[
			'of more than 10,000 images',
			Array.from({ length: attributeImagesMax + 1 }, (_, index) => pictureFile(`art/${index}.png`)),
			/It has 10,001 images; one run takes 10,000/,
		],
		[
			'with more metadata than can be sent',
			[pictureFile('art/1.png'), { path: 'art/1.json', blob: { size: 160_000_001 } as Blob }],
			/more than 160 MB/,
		],
	])('rejects one %s, and keeps the folder before', async (_what, files, sentence) => {
		const { service, pick } = openService();
		const before = await pick(artFiles(3));
		await expect(pick(files)).rejects.toThrow(sentence);
		expect(await service.open('', null)).toEqual(before);
	});

	test('may come as an archive; rejects what is none', async () => {
		const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
		await writer.add('1.png', new TextReader('picture'));
		await writer.add('1.json', new TextReader('{"name":"One"}'));
		const { pick } = openService();
		const folder = await pick([{ path: 'art.zip', blob: await writer.close() }], 'art');
		expect(folder).toMatchObject({ name: 'art', imageCount: 1, metadataCount: 1 });
		await expect(pick([{ path: 'no.zip', blob: new Blob(['no']) }], 'no')).rejects.toThrow(
			/^The archive could not be read: it is not a readable zip archive\.$/,
		);
	});

	test('comes back after a reload without its pictures, to its owner alone', async () => {
		const store = createMemoryFolderStore();
		const { service, pick } = openService({ store });
		expect(await service.open('one', null)).toBeNull();
		const id = (await pick(artFiles(3)))?.id ?? '';
		await vi.waitFor(async () => expect(await store.load('one', id)).not.toBeNull(), patiently);
		const open = (ownerId: string) => openService({ store }).service.open(ownerId, id);
		expect(await open('one')).toMatchObject({ name: 'art', imageCount: 3, hasPictures: false });
		expect(await open('two')).toBeNull();
	});
});

describe('the preview', () => {
	test('counts exactly what the server will make, and marks what is kept (ATT-03)', async () => {
		const { pick, plan, rows } = openService();
		await pick(artFiles(200));
		const summary = plan({ weights: { class: { wizard: 0 } } });
		const images = Array.from({ length: 200 }, (_, index) => `${index + 1}.png`);
		const bard = JSON.stringify({ name: 'Lyra', attributes: [{ trait_type: 'class', value: 'Bard' }] });
		const existing = images.map((_, index) => (index === 0 ? bard : index === 1 ? '{"name": ' : null));
		const made = planAttributes({
			...order,
			weights: { class: { wizard: 0 } },
			folderSize: 200,
			fileNames: images,
			existing,
		});
		expect(summary.traits.map(({ name }) => name)).toEqual([
			'Class',
			'Affliction',
			'Divinity',
			'Items',
			'Magical Stone',
			'Rarity',
		]);
		for (const { name, values } of summary.traits) {
			expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(200);
			for (const { label, count } of values) {
				const own = made.tokens.filter(({ attributes }) =>
					attributes.some(
						({ trait_type, value }) => trait_type.toLowerCase() === name.toLowerCase() && value === label,
					),
				);
				expect(own.length, `${name} ${label}`).toBe(count);
			}
		}
		const classes = traitOf(summary, 'Class')?.values ?? [];
		expect(classes.find(({ label }) => label === 'Wizard')).toMatchObject({ count: 0, weight: 7.5 });
		expect(classes.find(({ label }) => label === 'Bard')).toMatchObject({ keptCount: 1 });
		expect(summary).toMatchObject({
			findingCount: 1,
			findings: [{ filename: 'art/1.json' }],
		});
		const [first, second] = rows().rows;
		expect(first).toMatchObject({ path: '1.png', rank: made.tokens[0]?.rarity.rank });
		expect(first?.values.map(({ isKept }) => isKept)).toEqual([true, false, false, false, false]);
		expect(first?.values[0]?.text).toBe('Bard');
		expect(second?.values.every(({ text, isKept }) => text !== '' && !isKept)).toBe(true);
	});

	test('sorts by rank, finds files and shows who has a value', async () => {
		const { pick, plan, rows } = openService();
		await pick(artFiles(120));
		const summary = plan();
		const ranked = rows({ sortBy: 'rank' }, 0, 120);
		const ranks = ranked.rows.map(({ rank }) => rank);
		expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
		expect(rows({ search: '11.PNG' }).rows.map(({ path }) => path)).toEqual(['11.png', '111.png']);
		for (const name of ['Class', 'Rarity']) {
			const { label = '', count } = traitOf(summary, name)?.values.find((value) => value.count > 0) ?? {};
			expect(rows({ value: { trait: name, value: label } }).total).toBe(count);
		}
	});

	test('lists traits of the metadata after its own', async () => {
		const { pick, plan } = openService();
		const hat = {
			attributes: [
				{ trait_type: 'Hat', value: 'Crown' },
				{ trait_type: 'Rarity', value: 'Mythic' },
			],
		};
		await pick([pictureFile('art/1.png'), pictureFile('art/2.png'), metadataFile('art/1.json', hat)]);
		const summary = plan();
		expect(summary.traits.at(-1)).toEqual({
			trait: null,
			name: 'Hat',
			values: [{ value: null, label: 'Crown', count: 1, keptCount: 1, weight: null }],
		});
		expect(traitOf(summary, 'Rarity')?.values).toContainEqual(
			expect.objectContaining({ label: 'Mythic', count: 1, keptCount: 1 }),
		);
	});

	test('rejects weights that leave a trait nothing with a sentence', async () => {
		const { pick, service, plan } = openService();
		await pick(artFiles(3));
		const classes = traitOf(plan(), 'Class')?.values ?? [];
		const none = Object.fromEntries(classes.map(({ value }) => [value ?? '', 0]));
		const result = service.plan(2, { ...order, weights: { class: none } });
		expect(result).toMatchObject({ kind: 'impossible', message: 'No value of Class is left to choose from.' });
		expect(result?.kind === 'impossible' && result.traits[0]?.values[0]).toMatchObject({ count: 0, weight: 7.5 });
	});

	test('draws pictures of the folder that is open alone', async () => {
		const drawn: string[] = [];
		const { pick, service } = openService({
			drawSmall: async (file) => {
				drawn.push(await file.text());
				return null;
			},
		});
		const folder = await pick(['a', 'b'].map((name) => ({ path: `art/${name}.png`, blob: new Blob([name]) })));
		expect(await service.picture(folder?.id ?? '', 1)).toBeNull();
		expect(await service.picture('another', 0)).toBeNull();
		expect(drawn).toEqual(['b']);
	});
});

describe('handing the list over', () => {
	test('sends it once under its hash, and again only when it was lost', async () => {
		const sent: string[] = [];
		const { pick, service } = openService({
			sendList: async (sha256, document) => {
				expect(await hashContent(new Uint8Array(await document.arrayBuffer()))).toBe(sha256);
				sent.push(sha256);
			},
		});
		await pick(artFiles(3));
		for (const isAgain of [false, false, true]) {
			expect((await service.send(isAgain)).folder).toBe(sent[0]);
		}
		expect(sent).toHaveLength(2);
	});

	test('rejects with the sentence of the server', async () => {
		const { pick, service } = openService({ sendList: () => Promise.reject(new Error('The disk is full.')) });
		await pick(artFiles(3));
		await expect(service.send(false)).rejects.toThrow('The disk is full.');
	});
});
