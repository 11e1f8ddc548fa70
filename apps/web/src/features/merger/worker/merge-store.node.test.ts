import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { openMergeStore, type StoredCollection, type StoredImage } from './merge-store.ts';

const collectionOf = (id: string, ownerId = 'one', uploadedAt = '2026-11-21T10:00:00Z'): StoredCollection => ({
	id,
	ownerId,
	name: id,
	pickedName: id,
	description: '',
	uploadedAt,
	fileCount: 2,
	previews: [{ filename: '1.png', blob: new Blob(['p']), isPlaceholder: false }],
});

const imageOf = (filename: string): StoredImage => ({
	filename,
	sha256: filename,
	sizeBytes: 1,
	mime: 'image/png',
	width: 1,
	height: 1,
	metadata: { name: filename },
	hasBadMetadata: false,
	problem: null,
});

describe('what a browser keeps across a reload', () => {
	test('lists come back in order, and only to their owner', async () => {
		const store = openMergeStore();
		await store.saveCollection(collectionOf('b', 'one', '2026-11-21T11:00:00Z'));
		await store.saveCollection(collectionOf('a'));
		await store.saveCollection(collectionOf('foreign', 'two'));
		await store.saveImages('a', 25, [imageOf('26.png')]);
		await store.saveImages('a', 0, [imageOf('1.png'), imageOf('2.png')]);
		const again = await openMergeStore().load('one');
		expect(again.map(({ collection }) => collection.id)).toEqual(['a', 'b']);
		expect(again[0]?.images.map(({ filename }) => filename)).toEqual(['1.png', '2.png', '26.png']);
		expect(again[0]?.images[0]?.metadata).toEqual({ name: '1.png' });
		await store.removeCollection('a');
		expect((await store.load('one')).map(({ collection }) => collection.id)).toEqual(['b']);
		await store.saveCollection(collectionOf('a'));
		expect((await store.load('one'))[0]?.images).toEqual([]);
	});

	test('bytes come back until they are taken away, and only to their owner', async () => {
		const store = openMergeStore();
		await store.saveFiles('one', [{ sha256: 'x', blob: new Blob(['bytes']) }]);
		expect(await (await store.readFile('one', 'x'))?.text()).toBe('bytes');
		expect(await store.readFile('two', 'x')).toBeNull();
		await store.removeFiles('one', ['x']);
		expect(await store.readFile('one', 'x')).toBeNull();
	});

	test('a browser that refuses storage remembers nothing, and breaks nothing', async () => {
		const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
			throw new Error('SecurityError');
		});
		const store = openMergeStore();
		await store.saveCollection(collectionOf('a'));
		expect(await store.load('one')).toEqual([]);
		expect(await store.readFile('one', 'x')).toBeNull();
		open.mockRestore();
	});
});
