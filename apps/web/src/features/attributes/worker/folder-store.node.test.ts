import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import type { ImageFolder } from './image-folder.ts';

const sameFields = "The fields 'name' and 'Name' are the same but for case or white space.";

const folderOf = (id: string): ImageFolder => ({
	id,
	name: 'art',
	images: [
		{ filename: '1.png', metadata: '{"name":"One","Name":"1"}', reportedAs: 'art/1.json' },
		{ filename: '2.png', metadata: '{"name":"Two"}', reportedAs: 'art/2.json' },
	],
	unusable: [1],
	metadataCount: 1,
	ignoredCount: 1,
	problems: [{ filename: 'a.json', problem: 'no text' }],
	metadataProblems: [{ filename: 'art/1.json', problem: sameFields, place: 0 }],
	pictures: null,
	checkedCount: 1,
});

test('names and metadata come back, pictures do not, and only to their owner', async () => {
	const store = openFolderStore();
	await store.save('one', folderOf('a'));
	expect(await openFolderStore().load('one', 'a')).toEqual({ ...folderOf('a'), pictures: null });
	expect(await store.load('two', 'a')).toBeNull();
	await store.remove('a');
	expect(await store.load('one', 'a')).toBeNull();
});

test('three folders of an owner are kept, the newest ones', async () => {
	const store = openFolderStore();
	const clock = vi.spyOn(Date, 'now');
	for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
		clock.mockReturnValue(index);
		await store.save('three', folderOf(id));
	}
	clock.mockRestore();
	const stored = await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.load('three', id)));
	expect(stored.map((folder) => folder?.id)).toEqual([undefined, 'b', 'c', 'd']);
});

test('a browser that refuses storage remembers nothing, and breaks nothing', async () => {
	const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new Error('SecurityError');
	});
	const store = openFolderStore();
	await store.save('one', folderOf('a'));
	expect(await store.load('one', 'a')).toBeNull();
	open.mockRestore();
});
