import 'fake-indexeddb/auto';
import { collectionManifestSchema } from '@adx/validators/uploads';
import { describe, expect, test } from 'vitest';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import type { PickResult } from '../merger-views.ts';
import {
	allUploaded,
	createFolder,
	createWorkerService,
	folder,
	jsonFile,
	memoryStore,
	pngFile,
	toFixes,
	useFastTimers,
	waitForCollections,
} from './merger-worker-testing.ts';

useFastTimers();

describe('what is picked', () => {
	test('a HashLips build becomes one collection, every image with its metadata (UPL-05, UPL-09, AMB-29)', async () => {
		const opened = createWorkerService();
		const result = await opened.pick(folder, createFolder('build', 3));
		expect(result).toEqual({ added: [{ name: 'build', imageCount: 3 }], continued: [], unusedFolders: [] });
		await allUploaded(opened);
		const [collection] = await waitForCollections(opened, 1);
		expect(collection).toMatchObject({ imageCount: 3, readCount: 3, metadataCount: 3, phase: 'complete' });
		expect(opened.server.stored.size).toBe(3);
	});

	test('folders are grouped by their first two segments (UPL-05)', async () => {
		const { pick } = createWorkerService();
		const result = (await pick(folder, [pngFile('all/elves/1.png'), pngFile('all/orcs/1.png')])) as PickResult;
		expect(result.added).toHaveLength(2);
	});

	test('only jpg, jpeg, png, gif and webp count in a folder (UPL-06)', async () => {
		const { pick } = createWorkerService();
		const names = ['a.jpg', 'b.jpeg', 'c.PNG', 'd.gif', 'e.webp', 'f.tiff', 'g.svg', 'h.txt'];
		const result = (await pick(
			folder,
			names.map((name) => pngFile(`mix/${name}`)),
		)) as PickResult;
		expect(result.added[0]?.imageCount).toBe(5);
	});

	test('a folder without images is named, and its files are not left aside in another collection', async () => {
		const opened = createWorkerService();
		const readme = (path: string) => ({ path, blob: new Blob(['x'], { type: 'text/plain' }) });
		const files = [pngFile('Elves/1.png'), readme('Elves/notes.txt'), readme('Empty/readme.txt')];
		expect(await opened.pick(folder, files)).toMatchObject({ unusedFolders: ['Empty'] });
		const { collections } = await opened.until(({ collections: [one] }) => one?.phase === 'complete');
		expect(collections[0]).toMatchObject({ name: 'Elves', ignored: ['Elves/notes.txt'] });
	});

	test('of loose files only those the browser calls images count (UPL-03)', async () => {
		const { pick } = createWorkerService();
		const files = [
			pngFile('1.png'),
			pngFile('2.png'),
			{ path: 'notes.png', blob: new Blob(['x'], { type: 'text/plain' }) },
		];
		const result = await pick({ how: 'files', name: 'Elves', description: 'All of them' }, files);
		expect(result).toEqual({ added: [{ name: 'Elves', imageCount: 2 }], continued: [], unusedFolders: [] });
	});

	test('JSON of the same base name is the metadata; one that cannot be parsed is ignored with a warning (UPL-04)', async () => {
		const opened = createWorkerService();
		const files = [
			pngFile('1.png'),
			jsonFile('1.json', { name: 'One' }),
			pngFile('2.png'),
			jsonFile('2.json', '{"name":'),
		];
		await opened.pick({ how: 'files', name: 'Elves', description: '' }, files);
		const { collections } = await opened.until(({ collections: [one] }) => one?.phase === 'complete');
		expect(collections[0]).toMatchObject({ imageCount: 2, metadataCount: 1, badMetadataCount: 1 });
		const named = [{ filename: '2.json', problem: 'The metadata is not JSON.' }];
		expect(collections[0]?.badMetadata).toEqual(named);
		expect(await opened.service.problems(collections[0]!.id)).toEqual(named);
	});

	test('reads batches of 25 with 100 ms in between (UPL-10)', async () => {
		const starts: number[] = [];
		const opened = createWorkerService({
			readImage: async () => {
				starts.push(Date.now());
				return { mime: 'image/png', width: 1, height: 1, isTooLarge: false, preview: null };
			},
		});
		await opened.pick(folder, createFolder('build', 60));
		const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
		const pauses = gaps.flatMap((gap, index) => (gap >= 100 ? [index + 1] : []));
		expect(pauses).toEqual([25, 50]);
	});

	test('keeps previews of the first twenty alone, the placeholder for what cannot be read (MRG-06, AMB-26)', async () => {
		const opened = createWorkerService();
		const broken: PickedFile = { path: 'build/images/2.png', blob: new Blob(['no picture']) };
		const files = createFolder('build', 30).map((file) => (file.path === broken.path ? broken : file));
		await opened.pick(folder, files);
		const [collection] = await waitForCollections(opened, 1);
		const previews = opened.service.previews(collection?.id ?? '');
		expect(previews).toHaveLength(20);
		expect(previews.filter(({ isPlaceholder }) => isPlaceholder).map(({ filename }) => filename)).toEqual([
			broken.path,
		]);
	});

	test('an unreadable file is listed and left out, and goes along when it is kept on purpose', async () => {
		const opened = createWorkerService();
		const files = [pngFile('a/1.png'), { path: 'a/2.png', blob: new Blob(['no picture']) }];
		await opened.pick(folder, files);
		await allUploaded(opened);
		const [collection] = await waitForCollections(opened, 1);
		expect(collection).toMatchObject({ imageCount: 1, unreadableCount: 1 });
		expect(collection?.unreadable[0]?.filename).toBe('a/2.png');
		expect(opened.server.sent).toHaveLength(1);
		const { findings } = await opened.until((answer) => answer.findings.length > 0);
		expect(findings.map(({ kind }) => kind)).toContain('unreadableFiles');
		opened.service.setFixes(toFixes({ unreadableFiles: 'keep' }));
		await opened.until(({ collections: [one] }) => one?.imageCount === 2);
		await opened.until(({ upload }) => upload.arrivedCount === 2);
		expect(opened.server.sent.map(([, as]) => as)).toEqual(['image', 'unreadable']);
	});

	test('rejects single files with a sentence: too large, empty, too many pixels, refused by the server', async () => {
		const opened = createWorkerService();
		const huge = new Blob(['x']);
		Object.defineProperty(huge, 'size', { value: 50_000_001 });
		const refusedFile = pngFile('a/4.png');
		opened.server.trouble = (sha256) =>
			sha256 !== null && opened.server.sent.length === 1 ? new UploadError('refused', 'A GIF of 500 frames.') : null;
		await opened.pick(folder, [
			{ path: 'a/1.png', blob: huge },
			{ path: 'a/2.png', blob: new Blob([]) },
			{ path: 'a/3.png', blob: new Blob([createPng('x', 16_000, 16_000)]) },
			refusedFile,
			pngFile('a/5.png'),
		]);
		const { collections } = await opened.until(({ collections: [one] }) => one?.refusedCount === 4);
		expect(collections[0]?.refused.map(({ problem }) => problem)).toEqual([
			'Larger than 50 MB',
			'The file is empty',
			'More than 24 million pixels',
			'A GIF of 500 frames.',
		]);
		expect(collections[0]?.imageCount).toBe(1);
		const problems = opened.service.problems(collections[0]?.id ?? '');
		expect(problems.map(({ filename, problem }) => `${filename}: ${problem}`)).toEqual([
			'a/1.png: Larger than 50 MB',
			'a/2.png: The file is empty',
			'a/3.png: More than 24 million pixels',
			'a/4.png: A GIF of 500 frames.',
		]);
	});

	test('rejects a folder without images', async () => {
		const { pick } = createWorkerService();
		expect(await pick(folder, [{ path: 'a/notes.txt', blob: new Blob(['x']) }])).toMatch(/no images/);
	});

	test('rejects an archive that cannot be read', async () => {
		const { pick } = createWorkerService({ readZip: () => Promise.reject(new Error('The archive is encrypted.')) });
		expect(await pick({ how: 'zip', name: 'x' }, [{ path: 'x.zip', blob: new Blob(['x']) }])).toBe(
			'The archive is encrypted.',
		);
	});

	test('rejects an entry that is damaged inside its archive', async () => {
		const opened = createWorkerService({
			readZip: async () => [{ ...pngFile('Frozen/images/1.png'), crc32: 1 }, pngFile('Frozen/images/2.png')],
		});
		await opened.pick({ how: 'zip', name: 'Frozen' }, [{ path: 'Frozen.zip', blob: new Blob(['x']) }]);
		const { collections } = await opened.until(({ collections: [one] }) => one?.phase === 'complete');
		expect(collections[0]?.refused).toEqual([
			{ filename: 'Frozen/images/1.png', problem: 'Damaged inside the archive' },
		]);
	});
});

describe('before a merge', () => {
	test('sends what is missing, then a list of each collection', async () => {
		const opened = createWorkerService();
		await opened.pick(folder, createFolder('elves', 3));
		await opened.pick(folder, createFolder('orcs', 2));
		const inputCollections = await opened.service.prepare();
		expect(inputCollections).toMatchObject([
			{ name: 'elves', imageCount: 3 },
			{ name: 'orcs', imageCount: 2 },
		]);
		const list = opened.server.stored.get(inputCollections[0]?.manifest ?? '');
		const manifest = collectionManifestSchema.parse(JSON.parse((await list?.text()) ?? ''));
		expect(manifest.images.map(({ filename }) => filename)).toEqual([1, 2, 3].map((n) => `elves/images/${n}.png`));
		expect(manifest.images[0]?.metadata).toEqual({ attributes: [{ trait_type: 'Hat', value: 'Hat 0' }] });
		expect(manifest.images.every(({ sha256 }) => opened.server.stored.has(sha256))).toBe(true);
	});

	test.each(['before it is asked', 'while the lists are sent'])(
		'sends files again that were deleted on the server %s',
		async (when) => {
			const opened = createWorkerService();
			const files = createFolder('elves', 3).map(({ path, blob }) => ({ path, blob: new File([blob], path) }));
			await opened.pick(folder, files);
			await allUploaded(opened);
			const images = [...opened.server.stored.keys()];
			let isDue = true;
			const forget = () => {
				if (isDue) for (const sha256 of images) opened.server.stored.delete(sha256);
				isDue = false;
			};
			if (when === 'before it is asked') forget();
			opened.server.trouble = (sha256) => {
				if (sha256 !== null && !images.includes(sha256)) forget();
				return null;
			};
			const inputCollections = await opened.service.prepare();
			for (const sha256 of [...images, inputCollections[0]?.manifest ?? '']) {
				expect(opened.server.stored.has(sha256)).toBe(true);
			}
		},
	);

	test('rejects when images are gone everywhere, and says how many', async () => {
		const opened = createWorkerService();
		await opened.pick(folder, createFolder('elves', 3));
		await allUploaded(opened);
		// The server has forgotten them since.
		opened.server.stored.clear();
		await expect(opened.service.prepare()).rejects.toThrow(/^3 images were lost/);
	});

	test('nothing comes of a cancelled one', async () => {
		const opened = createWorkerService();
		opened.server.trouble = (sha256) => (sha256 === null ? null : new UploadError('unreachable', 'Gone.'));
		await opened.pick(folder, createFolder('elves', 1));
		const prepared = opened.service.prepare();
		opened.service.cancelPrepare();
		opened.server.trouble = () => null;
		opened.service.resume();
		await allUploaded(opened);
		expect(await prepared).toEqual([]);
	});
});

test('a removed collection is gone here and after a reload, and is not sent any further (UPL-13)', async () => {
	const store = memoryStore();
	const opened = createWorkerService({ store });
	opened.server.trouble = (sha256) => (sha256 === null ? null : new UploadError('unreachable', 'Gone.'));
	await opened.pick(folder, createFolder('elves', 2));
	const [collection] = await waitForCollections(opened, 1);
	opened.service.remove(collection?.id ?? '');
	await waitForCollections(opened, 0);
	expect((await opened.until(({ upload }) => upload.totalCount === 0)).upload.phase).toBe('idle');
	expect(await store.load('owner-1')).toEqual([]);
});
