import { describe, expect, test } from 'vitest';
import type { PickResult } from '../merger-views.ts';
import { createWorkerService, memoryStore, pngFile, useFastTimers } from './merger-worker-testing.ts';
import { createCollection, withUniqueLabels } from './worker-collection.ts';

useFastTimers();

const named = (name: string) =>
	createCollection(
		{ name, images: [], ignored: [] } as unknown as Parameters<typeof createCollection>[0],
		{ ownerId: 'one', description: '', uploadedAt: '2026-11-21T10:00:00.000Z' },
		undefined,
	);
const labels = (...names: string[]) => withUniqueLabels(names.map(named)).map(({ label }) => label);
const folder = { how: 'folder' } as const;

describe('collections of one name', () => {
	test('are numbered from the second on', () => {
		expect(labels('coll2', 'elves', 'coll2', 'coll2')).toEqual(['coll2', 'elves', 'coll2 (2)', 'coll2 (3)']);
	});

	test('leave a number alone that is part of another name, wherever that one stands', () => {
		expect(labels('coll2', 'coll2', 'coll2 (2)')).toEqual(['coll2', 'coll2 (3)', 'coll2 (2)']);
		expect(labels('a (2)', 'a', 'a', 'a')).toEqual(['a (2)', 'a', 'a (3)', 'a (4)']);
	});

	test('are told apart in the list, by the doctor, and as they are added; the merge gets the names as they are', async () => {
		const opened = createWorkerService();
		await opened.pick(folder, [pngFile('coll2/1.png', 'same')]);
		const added = (await opened.pick(folder, [pngFile('coll2/1.png', 'same')])) as PickResult;
		expect(added.added).toEqual([{ name: 'coll2 (2)', imageCount: 1 }]);
		const { collections } = await opened.until((view) => view.collections[1]?.phase === 'complete');
		expect(collections.map(({ name, label }) => [name, label])).toEqual([
			['coll2', 'coll2'],
			['coll2', 'coll2 (2)'],
		]);
		const { findings } = await opened.until((view) => view.findings.length > 0);
		const { examples } = findings.find(({ kind }) => kind === 'duplicateImages')!;
		expect(examples).toEqual(['coll2/1.png in coll2 (2) is the same picture as coll2/1.png in coll2.']);
		const inputCollections = await opened.service.prepare();
		expect(inputCollections.map(({ name }) => name)).toEqual(['coll2', 'coll2']);
	});

	test('of one pick keep their order over a reload', async () => {
		const store = memoryStore();
		const opened = createWorkerService({ store });
		await opened.pick(
			folder,
			['c', 'a', 'b'].map((name) => pngFile(`all/${name}/1.png`)),
		);
		const stored = (await store.load('owner-1')).map(({ collection }) => collection);
		const byAge = stored.toSorted((one, other) => one.uploadedAt.localeCompare(other.uploadedAt));
		expect(byAge.map(({ name }) => name)).toEqual(stored.map(({ name }) => name));
		expect(new Set(stored.map(({ uploadedAt }) => uploadedAt)).size).toBe(3);
	});
});
