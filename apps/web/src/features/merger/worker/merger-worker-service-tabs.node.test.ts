import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import { MemoryServer } from '../../../lib/uploads/upload-testing.ts';
import { type MergeStore, openMergeStore } from './merge-store.ts';
import type { MergerWorkerService } from './merger-worker-service.ts';
import {
	allUploaded,
	createFolder,
	createWorkerService,
	folder,
	memoryStore,
	useFastTimers,
	waitForCollections,
} from './merger-worker-testing.ts';

useFastTimers();

/** Sends three or more of ten images of 'build'; then the server was away, and it is back by now. */
async function interrupt(store: MergeStore) {
	const { server, pick, until } = createWorkerService({ store });
	server.trouble = (sha256) =>
		sha256 !== null && server.stored.size >= 3 ? new UploadError('unreachable', 'Gone.') : null;
	await pick(folder, createFolder('build', 10));
	await until(({ upload }) => upload.phase === 'waiting');
	server.trouble = () => null;
	server.sent.length = 0;
	return { server, arrivedBefore: server.stored.size };
}

describe('after the page was closed', () => {
	test('sending goes on by itself with the bytes that were kept, and what had arrived is not sent again', async () => {
		const store = memoryStore();
		const { server, arrivedBefore } = await interrupt(store);
		const after = createWorkerService({ store, server });
		const [collection] = await waitForCollections(after, 1);
		expect(collection).toMatchObject({ name: 'build', imageCount: 10, phase: 'complete', metadataCount: 10 });
		await allUploaded(after);
		expect(server.stored.size).toBe(10);
		expect(server.sent).toHaveLength(10 - arrivedBefore);
	});

	test('where no bytes were kept, picking the same folder again goes on and sends nothing that had arrived', async () => {
		const store = { ...memoryStore(), readFile: async () => null };
		const { server, arrivedBefore } = await interrupt(store);
		const after = createWorkerService({ store, server });
		const { collections } = await after.until(({ collections: [one] }) => (one?.lostCount ?? 0) > 0);
		expect(collections[0]?.lostCount).toBe(10 - arrivedBefore);
		const result = await after.pick(folder, createFolder('build', 10));
		expect(result).toEqual({ added: [], continued: ['build'], unusedFolders: [] });
		await after.until(({ upload }) => upload.arrivedCount === 10);
		expect(await waitForCollections(after, 1)).toMatchObject([{ lostCount: 0, imageCount: 10 }]);
		expect(server.sent).toHaveLength(10 - arrivedBefore);
	});

	test('a collection that was only half read says so, and goes on with the same folder', async () => {
		const store = memoryStore();
		const before = createWorkerService({ store });
		void before.pick(folder, createFolder('build', 60));
		await before.until(({ collections: [one] }) => (one?.readCount ?? 0) >= 25);
		const after = createWorkerService({ store, server: before.server });
		const [half] = await waitForCollections(after, 1);
		expect(half).toMatchObject({ phase: 'interrupted', fileCount: 60 });
		await after.pick(folder, createFolder('build', 60));
		await after.until(({ collections: [one] }) => one?.phase === 'complete' && one.imageCount === 60);
	});

	test('of several folders those that were not started are remembered as well, and none is merged half', async () => {
		const store = memoryStore();
		const before = createWorkerService({ store });
		void before.pick(folder, [...createFolder('elves', 60), ...createFolder('orcs', 3)]);
		await before.until(({ collections: [one] }) => (one?.readCount ?? 0) >= 25);
		expect((await before.until(() => true)).collections[1]).toMatchObject({
			name: 'orcs',
			phase: 'reading',
			fileCount: 3,
		});
		const after = createWorkerService({ store, server: before.server });
		const [elves, orcs] = await waitForCollections(after, 2);
		expect([elves, orcs]).toMatchObject([
			{ name: 'elves', phase: 'interrupted' },
			{ name: 'orcs', phase: 'interrupted', readCount: 0, fileCount: 3 },
		]);
		await expect(after.service.prepare()).rejects.toThrow(/^Only \d+ of 60 files of “elves” were read\. Pick/);
	});

	test('what was fetched goes on with what is fetched from there, and leaves another of its name as it is', async () => {
		const store = memoryStore();
		const readZip = async () => createFolder('Frost', 60);
		const before = createWorkerService({ store, readZip });
		void before.pick({ how: 'zip', name: 'Frost', origin: 'job:1' }, createFolder('x', 1));
		await before.until(({ collections: [one] }) => (one?.readCount ?? 0) >= 25);
		const after = createWorkerService({ store, server: before.server, readZip: async () => createFolder('Frost', 2) });
		const [half] = await waitForCollections(after, 1);
		expect(half).toMatchObject({ phase: 'interrupted', origin: 'job:1' });
		const other = await after.pick({ how: 'zip', name: 'Frost', origin: 'job:2' }, createFolder('x', 1));
		expect(other).toMatchObject({ added: [{ name: 'Frost (2)', imageCount: 2 }], continued: [] });
		expect(await waitForCollections(after, 2)).toMatchObject([
			{ id: half?.id, phase: 'interrupted', origin: 'job:1', fileCount: 60 },
			{ phase: 'complete', origin: 'job:2' },
		]);
		// Files of one's own go on with it under any origin, and it keeps the one it has.
		expect(await after.pick(folder, createFolder('Frost', 60))).toMatchObject({ continued: ['Frost'] });
		const { collections } = await after.until(({ collections: [one] }) => one?.phase === 'complete');
		expect(collections[0]).toMatchObject({ id: half?.id, imageCount: 60, origin: 'job:1' });
	});

	test('what was called otherwise goes on with the same folder, under its new name, and merges under it', async () => {
		const store = memoryStore();
		const before = createWorkerService({ store });
		void before.pick(folder, createFolder('build', 200));
		const { collections } = await before.until(({ collections: [one] }) => (one?.readCount ?? 0) >= 25);
		const collectionId = collections[0]?.id ?? '';
		void before.service.describe(collectionId, 'Elves', 'Of the north');
		await before.until(({ collections: [one] }) => one?.name === 'Elves');
		const after = createWorkerService({ store, server: before.server });
		expect(await waitForCollections(after, 1)).toMatchObject([{ name: 'Elves', description: 'Of the north' }]);
		expect(await after.pick(folder, createFolder('build', 200))).toEqual({
			added: [],
			continued: ['Elves'],
			unusedFolders: [],
		});
		expect(await after.pick(folder, createFolder('build', 2))).toMatchObject({ added: [{ name: 'build' }] });
		const inputCollections = await after.service.prepare();
		expect(inputCollections.map(({ name, description }) => [name, description])).toEqual([
			['Elves', 'Of the north'],
			['build', ''],
		]);
	});

	test('another person on this browser sees nothing of it', async () => {
		const opened = createWorkerService();
		await opened.pick(folder, createFolder('build', 2));
		await waitForCollections(opened, 1);
		opened.open('owner-2');
		await waitForCollections(opened, 0);
		opened.open('owner-1');
		expect(await waitForCollections(opened, 1)).toMatchObject([{ name: 'build' }]);
	});

	test('the browser’s own database keeps it as well', async () => {
		const before = createWorkerService({ store: openMergeStore() });
		before.server.trouble = (sha256) => (sha256 === null ? null : new UploadError('unreachable', 'Gone.'));
		await before.pick(folder, createFolder('build', 30));
		await before.until(({ upload }) => upload.phase === 'waiting');
		await vi.waitFor(async () => {
			const [one] = await openMergeStore().load('owner-1');
			expect(one?.images).toHaveLength(30);
			const last = one?.images.at(-1)?.sha256 ?? '';
			expect(await openMergeStore().readFile('owner-1', last)).not.toBeNull();
		}, 10_000);
		const after = createWorkerService({ store: openMergeStore() });
		await allUploaded(after);
		expect(after.server.stored.size).toBe(30);
		const bytes = await Promise.all([...after.server.stored.values()].map((blob) => blob.text()));
		expect(bytes.some((text) => text.includes('build/images/30.png'))).toBe(true);
	});
});

describe('in two tabs', () => {
	/** Two services of one browser that hear of each other. */
	function openTabs() {
		const store = memoryStore();
		const server = new MemoryServer();
		const services: MergerWorkerService[] = [];
		const announceFrom = (tab: number) => (collectionId: string) =>
			services.forEach((service, place) => {
				if (place !== tab) void service.changedElsewhere(collectionId);
			});
		const tabs = [0, 1].map((tab) => createWorkerService({ store, server, announce: announceFrom(tab) }));
		services.push(...tabs.map(({ service }) => service));
		return { server, one: tabs[0]!, other: tabs[1]! };
	}

	test('what is added, renamed or removed in one is so in the other, and nothing is sent twice', async () => {
		const { server, one, other } = openTabs();
		await one.pick(folder, createFolder('build', 30));
		await one.until(({ upload }) => upload.arrivedCount === 30);
		const { collections } = await other.until(({ collections: [first] }) => first?.phase === 'complete');
		expect(collections).toMatchObject([{ name: 'build', imageCount: 30 }]);
		await other.until(({ upload }) => upload.alreadyHereCount === 30);
		expect(server.sent).toHaveLength(30);
		const collectionId = collections[0]?.id ?? '';
		void other.service.describe(collectionId, 'Elves', '');
		await one.until(({ collections: [first] }) => first?.name === 'Elves');
		other.service.remove(collectionId);
		await one.until(({ collections: left }) => left.length === 0);
	});

	test('what one has fetched is found by the other before it hears of it, once all of it is read', async () => {
		const store = memoryStore();
		const one = createWorkerService({ store, readZip: async () => createFolder('Frost', 60) });
		const other = createWorkerService({ store });
		const fetched = one.pick({ how: 'zip', name: 'Frost', origin: 'job:1' }, createFolder('x', 1));
		await one.until(({ collections: [first] }) => (first?.readCount ?? 0) >= 25);
		expect(await other.service.findImported('job:1')).toBeNull();
		await fetched;
		expect(await other.service.findImported('job:1')).toBe('Frost');
		expect(await other.service.findImported('job:2')).toBeNull();
		expect(await one.service.findImported('job:1')).toBe('Frost');
	});

	test('what one is still reading is not taken from it', async () => {
		const { one, other } = openTabs();
		void one.pick(folder, createFolder('build', 60));
		const { collections } = await one.until(({ collections: [first] }) => (first?.readCount ?? 0) >= 25);
		await one.service.changedElsewhere(collections[0]?.id ?? '');
		await one.until(({ collections: [first] }) => first?.phase === 'complete' && first.imageCount === 60);
		await other.until(({ collections: [first] }) => first?.imageCount === 60);
	});
});
