import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ProblemFile, StoredPreview } from '../merger-views.ts';

/** An image of a collection, as far as it was read. */
export interface StoredImage {
	readonly filename: string;
	/** Empty where the file could not be read at all. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Null where the browser sees no picture. */
	readonly mime: string | null;
	readonly width: number | null;
	readonly height: number | null;
	/** Of a WebP that moves; missing in what was stored before. */
	readonly isAnimated?: boolean;
	readonly metadata: Record<string, unknown> | null;
	readonly hasBadMetadata: boolean;
	/** Path of its metadata; missing where it has no file of its own, and in what was stored before. */
	readonly metadataFile?: string | null;
	/** What is wrong with its metadata, as sentences. */
	readonly metadataProblems?: readonly string[];
	/** Why it is left out; null unless it was refused here or by the server. */
	readonly problem: string | null;
}

export interface StoredCollection {
	readonly id: string;
	readonly ownerId: string;
	readonly name: string;
	/** The name of the folder or archive it came from, by which it is recognised when the same one is picked again. */
	readonly pickedName: string;
	readonly description: string;
	readonly uploadedAt: string;
	/** Its place in the order that the creator chose, ascending; missing until one was chosen or in what was kept before. */
	readonly position?: number;
	/** The job or merge that it was fetched from. */
	readonly origin?: string;
	/** Files that it will have once all are read. */
	readonly fileCount: number;
	/** Files picked along with it that are neither an image nor its metadata. */
	readonly ignored?: readonly string[];
	/** What is wrong with metadata that is about many images. */
	readonly sharedProblems?: readonly ProblemFile[];
	readonly previews: readonly StoredPreview[];
}

interface MergeDatabase extends DBSchema {
	collections: { key: string; value: StoredCollection; indexes: { ownerId: string } };
	/** Under the collection's id and the place of the first one. */
	images: { key: [string, number]; value: readonly StoredImage[] };
	/** Under the owner's id and the hash, until it has arrived. */
	files: { key: [string, string]; value: Blob };
}

/** What is kept in this browser, so that a closed tab loses no work. */
export interface MergeStore {
	load(ownerId: string): Promise<readonly { collection: StoredCollection; images: StoredImage[] }[]>;
	saveCollection(collection: StoredCollection): Promise<void>;
	saveImages(collectionId: string, from: number, images: readonly StoredImage[]): Promise<void>;
	removeCollection(collectionId: string): Promise<void>;
	saveFiles(ownerId: string, files: readonly { readonly sha256: string; readonly blob: Blob }[]): Promise<void>;
	readFile(ownerId: string, sha256: string): Promise<Blob | null>;
	removeFiles(ownerId: string, hashes: readonly string[]): Promise<void>;
}

/** By place, then by age; what has no place comes first. */
export const compareCollections = (one: StoredCollection, other: StoredCollection) =>
	(one.position ?? -1) - (other.position ?? -1) || one.uploadedAt.localeCompare(other.uploadedAt);

const rowsOf = (collectionId: string) => IDBKeyRange.bound([collectionId], [collectionId, []]);

async function openDatabase(): Promise<IDBPDatabase<MergeDatabase>> {
	return openDB<MergeDatabase>('adx-merger', 1, {
		upgrade(database) {
			database.createObjectStore('collections', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
			database.createObjectStore('images');
			database.createObjectStore('files');
		},
	});
}

/** Keeps the lists in IndexedDB. Where the browser refuses room or storage, work goes on and is simply not remembered. */
export function openMergeStore(): MergeStore {
	const opened = openDatabase();
	opened.catch(() => {});

	async function guarded<Result>(otherwise: Result, work: (database: IDBPDatabase<MergeDatabase>) => Promise<Result>) {
		try {
			return await work(await opened);
		} catch {
			return otherwise;
		}
	}

	return {
		load: (ownerId) =>
			guarded([], async (database) => {
				const collections = await database.getAllFromIndex('collections', 'ownerId', ownerId);
				return Promise.all(
					collections.toSorted(compareCollections).map(async (collection) => ({
						collection,
						images: (await database.getAll('images', rowsOf(collection.id))).flat(),
					})),
				);
			}),
		saveCollection: (collection) =>
			guarded(undefined, async (database) => void (await database.put('collections', collection))),
		saveImages: (collectionId, from, images) =>
			guarded(undefined, async (database) => void (await database.put('images', images, [collectionId, from]))),
		removeCollection: (collectionId) =>
			guarded(undefined, async (database) => {
				const transaction = database.transaction(['collections', 'images'], 'readwrite');
				await Promise.all([
					transaction.objectStore('collections').delete(collectionId),
					transaction.objectStore('images').delete(rowsOf(collectionId)),
					transaction.done,
				]);
			}),
		saveFiles: (ownerId, files) =>
			guarded(undefined, async (database) => {
				const transaction = database.transaction('files', 'readwrite');
				await Promise.all([
					...files.map(({ sha256, blob }) => transaction.store.put(blob, [ownerId, sha256])),
					transaction.done,
				]);
			}),
		readFile: (ownerId, sha256) =>
			guarded(null, async (database) => (await database.get('files', [ownerId, sha256])) ?? null),
		removeFiles: (ownerId, hashes) =>
			guarded(undefined, async (database) => {
				const transaction = database.transaction('files', 'readwrite');
				await Promise.all([...hashes.map((sha256) => transaction.store.delete([ownerId, sha256])), transaction.done]);
			}),
	};
}
