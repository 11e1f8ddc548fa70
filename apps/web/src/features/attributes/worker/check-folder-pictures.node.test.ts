import { attributeFolderSchema } from '@adx/validators/attributes';
import { expect, test, vi } from 'vitest';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import type { FolderView } from './attributes-views.ts';
import { type AttributesWorkerDeps, AttributesWorkerService } from './attributes-worker-service.ts';
import { createMemoryFolderStore, metadataFile, pictureFile, workerDeps } from './attributes-worker-testing.ts';

const sized = (path: string, text: string): PickedFile => ({ path, blob: new Blob([text]) });

/** Takes 'x' for no picture, and two letters for one that is too large. */
const readImage: DecodeImage = async (bytes) => ({
	mime: bytes[0] === 0x78 ? null : 'image/png',
	width: null,
	height: null,
	isTooLarge: bytes.length === 2,
	preview: null,
});

/** Whole, empty, whole, broken, too large for a merge, whole: by their numbers from 1. */
const files = [
	...['1', '3', '6'].map((name) => pictureFile(`art/${name}.png`)),
	sized('art/2.png', ''),
	sized('art/4.png', 'x'),
	sized('art/5.png', 'ab'),
	...['1', '2', '3'].map((name) => metadataFile(`art/${name}.json`, { name })),
];

function openService(changes: Partial<AttributesWorkerDeps> = {}) {
	const lists: string[] = [];
	const sendList = async (_hash: string, document: Blob) => void lists.push(await document.text());
	const service = new AttributesWorkerService(workerDeps({ readImage, sendList, ...changes }));
	return {
		service,
		lists,
		async pick(picked: readonly PickedFile[], pickId = 'pick'): Promise<FolderView> {
			service.addFiles(pickId, picked);
			return (await service.pick(pickId, null, () => {}))!;
		},
	};
}

test('pictures that are empty or cannot be read are told, as by the merger, and not counted', async () => {
	const { service, pick } = openService();
	const before = await pick(files);
	expect(before).toMatchObject({ imageCount: 6, unusableCount: 0, metadataCount: 3, uncheckedCount: 6 });
	const seen: FolderView[] = [];
	await service.check(before.id, (folder) => seen.push(folder));
	expect(seen.at(-1)).toMatchObject({
		imageCount: 4,
		unusableCount: 2,
		metadataCount: 2,
		uncheckedCount: 0,
		problemCount: 3,
	});
	expect(service.problems()).toEqual([
		{ filename: 'art/2.png', problem: 'The file is empty' },
		{ filename: 'art/4.png', problem: 'No PNG, JPEG, GIF or WebP that can be read' },
		{
			filename: 'art/5.png',
			problem: 'More than 24 million pixels: it gets attributes, but a merge leaves it out',
		},
	]);
	service.clear();
	await service.check(before.id, () => {
		throw new Error('of a folder that is gone');
	});
});

test('only pictures that can be read are planned and sent, each still with its own small picture', async () => {
	const { service, lists, pick } = openService();
	const { id } = await pick(files);
	await service.check(id, () => {});
	expect(service.plan(1, { existingTraits: 'keep', seed: 'winter' })).toMatchObject({ summary: { size: 4 } });
	const { rows, total } = service.rows(1, 1, { sortBy: 'token', search: '', value: null }, 0, 10)!;
	expect(total).toBe(4);
	expect(rows.map(({ tokenNumber, path, index }) => [tokenNumber, path, index])).toEqual([
		[1, '1.png', 0],
		[2, '3.png', 2],
		[3, '5.png', 4],
		[4, '6.png', 5],
	]);
	expect((await service.send(false)).folderSize).toBe(4);
	const sent = attributeFolderSchema.parse(JSON.parse(lists[0]!)).images;
	expect(sent.map(({ filename }) => filename)).toEqual(['1.png', '3.png', '5.png', '6.png']);
	expect(JSON.parse(lists[0]!).findings).toEqual(service.problems());
});

test('what is sent waits until all pictures are looked into', async () => {
	let finish = () => {};
	const held = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const { service, lists, pick } = openService({
		readImage: async (...args) => {
			await held;
			return readImage(...args);
		},
	});
	const { id } = await pick(files);
	const checking = service.check(id, () => {});
	const sending = service.send(false);
	await pick([pictureFile('art/1.png')], 'other').then(({ id: other }) => expect(other).not.toBe(id));
	finish();
	await checking;
	await expect(sending).rejects.toThrow('Another folder was chosen meanwhile.');
	expect(lists).toEqual([]);

	const again = await pick(files, 'again');
	void service.check(again.id, () => {});
	expect((await service.send(false)).folderSize).toBe(4);
});

test('rejects to plan and to send a folder of which no picture can be read', async () => {
	const { service, lists, pick } = openService();
	const { id } = await pick([sized('art/1.png', ''), sized('art/2.png', 'x')]);
	await service.check(id, () => {});
	const message = 'None of these image files can be read. Choose another folder.';
	expect(service.plan(1, { existingTraits: 'keep', seed: 'winter' })).toMatchObject({ kind: 'impossible', message });
	await expect(service.send(false)).rejects.toThrow(message);
	expect(lists).toEqual([]);
});

test('what cannot be used is known after a reload too', async () => {
	const store = createMemoryFolderStore();
	const { service, pick } = openService({ store });
	await service.open('one', null);
	const { id } = await pick(files);
	await service.check(id, () => {});
	await vi.waitFor(async () => expect((await store.load('one', id))?.unusable).toEqual([1, 3]));
	const reopened = await openService({ store }).service.open('one', id);
	expect(reopened).toMatchObject({ imageCount: 4, unusableCount: 2, problemCount: 3, hasPictures: false });
});
