import { expect, test, vi } from 'vitest';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import type { StoredImage } from './merge-store.ts';
import { createWorkerService, memoryStore, useFastTimers } from './merger-worker-testing.ts';

useFastTimers();

const count = 1_000;
const sentence = '4 bytes follow after this picture’s end.';

const toImage = (_: unknown, index: number): StoredImage => ({
	filename: `elves/${index + 1}.png`,
	sha256: index.toString(16).padStart(64, '0'),
	sizeBytes: 1,
	mime: 'image/png',
	width: 1,
	height: 1,
	metadata: { attributes: [{ trait_type: 'Hat', value: `Hat ${index}` }] },
	problem: null,
	hasBadMetadata: false,
});

/** A store that holds a collection whose files are still to be sent, and counts what is saved in it. */
async function createFullStore() {
	const store = memoryStore();
	const uploadedAt = '2026-11-30T10:00:00.000Z';
	const facts = { id: 'elves', ownerId: 'owner-1', name: 'elves', pickedName: 'elves', description: '', uploadedAt };
	await store.saveCollection({ ...facts, fileCount: count, previews: [] });
	const images = Array.from({ length: count }, toImage);
	for (let from = 0; from < count; from += 25) await store.saveImages('elves', from, images.slice(from, from + 25));
	await store.saveFiles(
		'owner-1',
		images.map(({ sha256 }) => ({ sha256, blob: new Blob(['x']) })),
	);
	return { store, saveImages: vi.spyOn(store, 'saveImages') };
}

test('a thousand refusals make a handful of reports with findings, the last one complete, and are stored by batches', async () => {
	const { store, saveImages } = await createFullStore();
	const { server, reports } = createWorkerService({ store });
	server.send = async (sha256, as) => {
		await new Promise((resolve) => setTimeout(resolve, 50));
		server.sent.push([sha256, as]);
		throw new UploadError('refused', sentence);
	};
	await vi.advanceTimersByTimeAsync(20_000);
	expect(server.sent).toHaveLength(count);
	const examined = reports.filter(({ findings }) => findings !== undefined);
	expect(examined.length).toBeLessThanOrEqual(15);
	expect(examined.at(-1)).toMatchObject({
		findings: [],
		traits: [],
		collections: [{ imageCount: 0, refusedCount: count }],
	});
	// Of the files that are left out the page gets only the first.
	for (const { collections } of reports) expect(collections?.[0]?.refused.length ?? 0).toBeLessThanOrEqual(50);
	expect(saveImages.mock.calls.length).toBeLessThanOrEqual(80);
	const [stored] = await store.load('owner-1');
	expect(stored?.images.filter(({ problem }) => problem === sentence)).toHaveLength(count);
});

test('the bytes of a refused file stay until it is stored why', async () => {
	const { store } = await createFullStore();
	const removeFiles = vi.spyOn(store, 'removeFiles');
	const { server } = createWorkerService({ store });
	server.send = async (sha256, as) => {
		server.sent.push([sha256, as]);
		throw new UploadError('refused', sentence);
	};
	while (removeFiles.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(100);
	const gone = new Set(removeFiles.mock.calls.flatMap(([, hashes]) => hashes));
	const [stored] = await store.load('owner-1');
	const withoutReason = stored?.images.filter(({ sha256, problem }) => gone.has(sha256) && problem === null);
	expect(withoutReason).toEqual([]);
});
