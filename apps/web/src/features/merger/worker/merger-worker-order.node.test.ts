import { describe, expect, test } from 'vitest';
import type { MergeStore } from './merge-store.ts';
import {
	createFolder,
	createWorkerService,
	folder,
	memoryStore,
	pngFile,
	toFixes,
	useFastTimers,
} from './merger-worker-testing.ts';

useFastTimers();

type Opened = ReturnType<typeof createWorkerService>;

const getNames = (collections: readonly { readonly label: string }[]) => collections.map(({ label }) => label);
const inOrder = ({ until }: Opened, ...names: string[]) =>
	until(({ collections }) => getNames(collections).join() === names.join());
const idOf = async ({ until }: Opened, name: string) =>
	(await until(({ collections }) => getNames(collections).includes(name))).collections.find(
		({ label }) => label === name,
	)!.id;

async function openWith(store: MergeStore, ...names: string[]): Promise<Opened> {
	const opened = createWorkerService({ store });
	for (const name of names) await opened.pick(folder, [pngFile(`${name}/1.png`)]);
	return opened;
}

describe('the order of the collections', () => {
	test('is that of adding, and a moved one is merged where it was put', async () => {
		const opened = await openWith(memoryStore(), 'elves', 'orcs', 'gnomes');
		await inOrder(opened, 'elves', 'orcs', 'gnomes');
		await opened.service.move(await idOf(opened, 'gnomes'), 0);
		await inOrder(opened, 'gnomes', 'elves', 'orcs');
		await opened.service.move(await idOf(opened, 'gnomes'), 1);
		const merged = await opened.service.prepare();
		expect(merged.map(({ name }) => name)).toEqual(['elves', 'gnomes', 'orcs']);
	});

	test('survives a reload, and what is added then comes last', async () => {
		const store = memoryStore();
		const before = await openWith(store, 'elves', 'orcs', 'gnomes');
		await before.service.move(await idOf(before, 'elves'), 2);
		const after = createWorkerService({ store });
		await inOrder(after, 'orcs', 'gnomes', 'elves');
		await after.pick(folder, [pngFile('drow/1.png')]);
		await inOrder(after, 'orcs', 'gnomes', 'elves', 'drow');
	});

	test('of collections that were stored without a place is that of their age, before what is added', async () => {
		const store = memoryStore();
		await openWith(store, 'elves', 'orcs');
		for (const { collection } of await store.load('owner-1')) {
			const { position: _position, ...older } = collection;
			await store.saveCollection(older);
		}
		const after = createWorkerService({ store });
		await after.pick(folder, [pngFile('drow/1.png')]);
		await inOrder(after, 'elves', 'orcs', 'drow');
		await after.service.move(await idOf(after, 'orcs'), 0);
		await inOrder(createWorkerService({ store }), 'orcs', 'elves', 'drow');
	});

	test('is the same in the other tab, also while that one reads', async () => {
		const store = memoryStore();
		const announced: string[] = [];
		const here = createWorkerService({ store, announce: (id) => announced.push(id) });
		for (const name of ['elves', 'orcs']) await here.pick(folder, [pngFile(`${name}/1.png`)]);
		const there = createWorkerService({ store });
		await inOrder(there, 'elves', 'orcs');
		const id = await idOf(here, 'orcs');
		await here.service.move(id, 0);
		expect(announced).toContain(id);
		await there.service.changedElsewhere(id);
		await inOrder(there, 'orcs', 'elves');
	});

	test('keeps the place of a collection that goes on with its files, and the names of equally named ones', async () => {
		const store = memoryStore();
		const before = createWorkerService({ store });
		await before.pick(folder, createFolder('orcs', 1));
		void before.pick(folder, createFolder('elves', 60));
		await before.until(({ collections }) => (collections[1]?.readCount ?? 0) >= 25);
		await before.service.move(await idOf(before, 'elves'), 0);
		const after = createWorkerService({ store, server: before.server });
		await inOrder(after, 'elves', 'orcs');
		await after.pick(folder, createFolder('elves', 60));
		await after.pick(folder, createFolder('orcs', 1));
		await inOrder(after, 'elves', 'orcs', 'orcs (2)');
		await after.service.move(await idOf(after, 'orcs (2)'), 0);
		await inOrder(after, 'orcs (2)', 'elves', 'orcs');
	});
});

describe('the small pictures', () => {
	const empty = (path: string) => ({ path, blob: new Blob([]) });

	test('are of the first twenty that can be read, and say which the merge leaves out', async () => {
		const opened = createWorkerService();
		const files = Array.from({ length: 60 }, (_, index) => {
			const path = `elves/${String(index).padStart(2, '0')}.png`;
			if (index < 30) return empty(path);
			return index === 30 ? { path, blob: new Blob(['no picture']) } : pngFile(path);
		});
		await opened.pick(folder, files);
		const id = await idOf(opened, 'elves');
		const previews = opened.service.previews(id);
		expect(previews).toHaveLength(20);
		expect(previews.map(({ isLeftOut }) => isLeftOut)).toEqual([true, ...Array(19).fill(false)]);
		const { collections } = await opened.until(({ collections: [one] }) => one?.phase === 'complete');
		expect(collections[0]).toMatchObject({ previewCount: 20, imageCount: 29, readCount: 60 });
		opened.service.setFixes(toFixes({ unreadableFiles: 'keep' }));
		expect(opened.service.previews(id)[0]?.isLeftOut).toBe(false);
	});
});
