import { type MergeFixes, mergeFixesSchema } from '@adx/validators/merge';
import { afterEach, beforeEach, vi } from 'vitest';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import { readImageHeader } from '../../../lib/images/image-header.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { MemoryServer } from '../../../lib/uploads/upload-testing.ts';
import { emptyUpload } from '../../../lib/uploads/upload-view.ts';
import type { MergerUpdate, PickResult, PickSource } from '../merger-views.ts';
import type { MergeStore, StoredCollection, StoredImage } from './merge-store.ts';
import { type MergerWorkerDeps, MergerWorkerService } from './merger-worker-service.ts';

export const pngFile = (path: string, content = path): PickedFile => ({
	path,
	blob: new Blob([createPng(content)], { type: 'image/png' }),
});

export const jsonFile = (path: string, value: unknown): PickedFile => ({
	path,
	blob: new Blob([typeof value === 'string' ? value : JSON.stringify(value)], { type: 'application/json' }),
});

/** A collection of so many images, each with its metadata beside it. */
export const createFolder = (name: string, count: number): PickedFile[] =>
	Array.from({ length: count }, (_, index) => [
		pngFile(`${name}/images/${index + 1}.png`),
		jsonFile(`${name}/json/${index + 1}.json`, { attributes: [{ trait_type: 'Hat', value: `Hat ${index}` }] }),
	]).flat();

/** What the doctor offers first, but for these. */
export const toFixes = (changes: Partial<MergeFixes>) => mergeFixesSchema.parse(changes);

/** How a folder is picked. */
export const folder = { how: 'folder' } as const;

/** Sees what the header says, without a decoder. */
export const readHeaderOnly: DecodeImage = async (bytes, wantsPreview) => {
	const header = readImageHeader(bytes);
	const preview = wantsPreview ? new Blob(['preview'], { type: 'image/jpeg' }) : null;
	const size = { width: header?.width ?? null, height: header?.height ?? null };
	return { mime: header?.mime ?? null, ...size, isTooLarge: (header?.width ?? 0) > 10_000, preview };
};

/** A store that lasts as long as the test. */
export function memoryStore(): MergeStore {
	const collections = new Map<string, StoredCollection>();
	const images = new Map<string, Map<number, readonly StoredImage[]>>();
	const files = new Map<string, Blob>();
	return {
		async load(ownerId) {
			return [...collections.values()]
				.filter((collection) => collection.ownerId === ownerId)
				.map((collection) => ({ collection, images: [...(images.get(collection.id)?.values() ?? [])].flat() }));
		},
		async saveCollection(collection) {
			collections.set(collection.id, collection);
		},
		async saveImages(collectionId, from, batch) {
			images.set(collectionId, (images.get(collectionId) ?? new Map()).set(from, batch));
		},
		async removeCollection(collectionId) {
			collections.delete(collectionId);
			images.delete(collectionId);
		},
		async saveFiles(ownerId, newFiles) {
			for (const { sha256, blob } of newFiles) files.set(`${ownerId} ${sha256}`, blob);
		},
		readFile: async (ownerId, sha256) => files.get(`${ownerId} ${sha256}`) ?? null,
		async removeFiles(ownerId, hashes) {
			for (const sha256 of hashes) files.delete(`${ownerId} ${sha256}`);
		},
	};
}

/** All that was reported, at its newest. */
type Reported = Required<Omit<MergerUpdate, 'phase'>>;

/** A service with what it reported, and the way to wait for some of it. */
export function createWorkerService(changes: Partial<MergerWorkerDeps> = {}) {
	let newest: Reported | null = null;
	const reports: MergerUpdate[] = [];
	const listeners = new Set<() => void>();
	const server = new MemoryServer();
	const service = new MergerWorkerService({
		store: memoryStore(),
		server,
		readImage: readHeaderOnly,
		readZip: async () => [],
		announce: () => {},
		whenAlone: async () => {},
		...changes,
	});
	const report = (reported: MergerUpdate) => {
		reports.push(reported);
		const { phase: _phase, ...update } = reported;
		const none = { collections: [], lastMove: 0, upload: emptyUpload, findings: [], traits: [], preflight: null };
		newest = { ...none, ...newest, ...update };
		for (const listener of listeners) listener();
	};

	/** What the page shows, once it is as wanted. */
	function until(isWanted: (view: Reported) => boolean): Promise<Reported> {
		return new Promise((resolve) => {
			const waitFor = () => {
				if (newest === null || !isWanted(newest)) return;
				listeners.delete(waitFor);
				resolve(newest);
			};
			listeners.add(waitFor);
			waitFor();
		});
	}

	let lastPick = 0;
	/** Picks, and waits for what came of it. */
	async function pick(source: PickSource, files: readonly PickedFile[]): Promise<PickResult | string> {
		const pickId = `pick-${++lastPick}`;
		service.addFiles(pickId, files);
		return service.pick(pickId, source).catch((error: Error) => error.message);
	}

	const open = (ownerId: string) => service.open(ownerId, report);
	open('owner-1');
	return { service, server, open, until, pick, reports };
}

/** Waits until everything has arrived. */
export const allUploaded = ({ until }: ReturnType<typeof createWorkerService>) =>
	until(({ upload }) => upload.phase === 'idle' && upload.totalCount > 0);

/** All collections, once there are so many. */
export const waitForCollections = ({ until }: ReturnType<typeof createWorkerService>, count: number) =>
	until(({ collections }) => collections.length === count).then(({ collections }) => collections);

/** Call once at the top of a test file: time passes by itself, faster than it does, so that pauses take none. */
export function useFastTimers(): void {
	beforeEach(() => {
		vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
	});
	afterEach(() => {
		vi.useRealTimers();
	});
}
