import type { FileGroup } from '@adx/collection/files/group-files';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import type { CollectionView, PickResult, PickSource } from '../merger-views.ts';
import { findUnusedFolders, groupCollections, leaveOutFolders } from './group-collections.ts';
import { findUnfinished } from './match-collection.ts';
import type { MergeStore, StoredCollection, StoredImage } from './merge-store.ts';
import { type ReadFile, readImageBatches } from './read-image-files.ts';
import { createCollection, toPickDetails, type WorkerCollection } from './worker-collection.ts';
import type { WorkerCollections } from './worker-collections.ts';

export interface PickReaderDeps {
	readonly store: MergeStore;
	readonly readImage: DecodeImage;
	readonly readZip: (archive: Blob, name: string) => Promise<PickedFile[]>;
	/** Resolves once the owner and what was stored before are known. */
	readonly whenOpened: () => Promise<void>;
	readonly ownerId: () => string;
	/** Gets every collection before its first file is read. */
	readonly collections: WorkerCollections;
	readonly views: () => readonly CollectionView[];
	/** The bytes of an image, before it is sent. */
	readonly putBytes: (sha256: string, blob: Blob) => void;
	readonly send: (images: readonly StoredImage[]) => void;
	/** A collection was opened, or read to its end. */
	readonly onChange: (isRead: boolean) => void;
	readonly onRead: (collection: WorkerCollection) => void;
}

/** Makes collections of what is picked, one pick after the other; each file is stored, and sent, as it is read. */
export class PickReader {
	readonly #deps: PickReaderDeps;
	readonly #picks = new Map<string, PickedFile[]>();
	#reading: Promise<unknown> = Promise.resolve();

	constructor(deps: PickReaderDeps) {
		this.#deps = deps;
	}

	/** Files of a pick, a slice at a time so that handing over thousands blocks nobody. */
	addFiles(pickId: string, files: readonly PickedFile[]): void {
		const added = this.#picks.get(pickId) ?? [];
		added.push(...files);
		this.#picks.set(pickId, added);
	}

	/** Reads what was added, after what was picked before. Rejects with what is wrong with all of it. */
	read(pickId: string, source: PickSource): Promise<PickResult> {
		const files = this.#picks.get(pickId) ?? [];
		this.#picks.delete(pickId);
		const picked = this.#reading.then(async () => {
			await this.#deps.whenOpened();
			return this.#readPick(source, files);
		});
		this.#reading = picked.catch(() => {});
		return picked;
	}

	/** Resolves when nothing is left to read of what was picked until now. */
	async whenRead(): Promise<void> {
		await this.#reading;
	}

	async #readPick(source: PickSource, files: readonly PickedFile[]): Promise<PickResult> {
		const { store, collections, views, onChange, onRead } = this.#deps;
		const found = source.how === 'zip' ? await this.#deps.readZip(files[0]?.blob ?? new Blob(), source.name) : files;
		const byPath = new Map(found.map((file) => [file.path, file]));
		const groups = groupCollections(source, found, collections.size);
		const unusedFolders = source.how === 'folder' ? findUnusedFolders(groups, found) : [];
		const filled = leaveOutFolders(groups, unusedFolders);
		const result = { added: [] as { name: string; imageCount: number }[], continued: [] as string[], unusedFolders };
		// All at once: a user who closes the page meanwhile finds all of them again, and the bar knows what is still to come.
		const pickedAtMs = Date.now();
		const opened = filled.map((group, place) => ({
			group,
			// A millisecond apart: by their age they come back in this order.
			...this.#openCollection(group, {
				...toPickDetails(source),
				uploadedAt: new Date(pickedAtMs + place).toISOString(),
			}),
		}));
		for (const { collection } of opened) {
			await store.removeCollection(collection.facts.id);
			await store.saveCollection(collection.facts);
		}
		onChange(false);
		for (const { group, collection, isContinued } of opened) {
			await this.#readGroup(collection, group, byPath).finally(() => {
				collection.isReading = false;
				onChange(true);
			});
			onRead(collection);
			const view = views().find(({ id }) => id === collection.facts.id);
			// It may have been removed meanwhile.
			if (view === undefined || collections.get(view.id) !== collection) continue;
			if (isContinued) result.continued.push(view.label);
			else result.added.push({ name: view.label, imageCount: view.imageCount });
		}
		return result;
	}

	/** The collection of that name, and of that origin if it has one, that still waits for its files; or a new one. */
	#openCollection(group: FileGroup, details: Pick<StoredCollection, 'description' | 'uploadedAt' | 'origin'>) {
		const { collections, views, ownerId } = this.#deps;
		const waiting = findUnfinished(group.name, details.origin, collections.all(), views());
		const collection = createCollection(group, { ownerId: ownerId(), ...details }, waiting);
		collections.set(collection);
		return { collection, isContinued: waiting !== undefined };
	}

	#readGroup(collection: WorkerCollection, group: FileGroup, files: ReadonlyMap<string, PickedFile>): Promise<void> {
		const { readImage, collections } = this.#deps;
		return readImageBatches(group, {
			files,
			readImage,
			isWanted: () => collections.get(collection.facts.id) === collection,
			onShared(sharedProblems) {
				collection.facts = { ...collection.facts, sharedProblems };
			},
			onRead: (from, read) => this.#takeRead(collection, from, read),
		});
	}

	async #takeRead(collection: WorkerCollection, from: number, read: readonly ReadFile[]): Promise<void> {
		const { store, putBytes, send } = this.#deps;
		for (const { image, blob } of read) {
			collection.images.push(image);
			if (blob !== null && image.problem === null) putBytes(image.sha256, blob);
		}
		const previews = read.flatMap(({ preview }) => (preview === null ? [] : [preview]));
		if (from === 0 || previews.length > 0) {
			collection.facts = { ...collection.facts, previews: [...collection.facts.previews, ...previews] };
			await store.saveCollection(collection.facts);
		}
		const images = read.map(({ image }) => image);
		await store.saveImages(collection.facts.id, from, images);
		send(images);
	}
}
