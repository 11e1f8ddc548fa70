import { folderBatchImages } from '@adx/validators/limits';
import type { MergeStore } from './merge-store.ts';

/**
 * Bytes by hash. Files on disk are only pointed at, also when they have arrived: the server may lose them before they are
 * merged. What it lacks is kept in this browser as well, so that a closed tab can go on.
 */
export class BlobCache {
	readonly #store: MergeStore;
	readonly #blobs = new Map<string, Blob>();
	readonly #lacking = new Set<string>();
	#ownerId = '';

	constructor(store: MergeStore) {
		this.#store = store;
	}

	/** From now on only this owner's files; the browser keeps those of others. */
	open(ownerId: string): void {
		this.#ownerId = ownerId;
		this.#blobs.clear();
		this.#lacking.clear();
	}

	put(sha256: string, blob: Blob): void {
		this.#blobs.set(sha256, blob);
	}

	async find(sha256: string): Promise<Blob | null> {
		return this.#blobs.get(sha256) ?? (await this.#store.readFile(this.#ownerId, sha256));
	}

	/** Copies these, as far as they are here, into the browser. */
	async keep(hashes: readonly string[]): Promise<void> {
		for (const sha256 of hashes) this.#lacking.add(sha256);
		const files = hashes.flatMap((sha256) => {
			const blob = this.#blobs.get(sha256);
			return blob === undefined ? [] : [{ sha256, blob }];
		});
		for (let from = 0; from < files.length; from += folderBatchImages) {
			const open = files.slice(from, from + folderBatchImages).filter(({ sha256 }) => this.#lacking.has(sha256));
			await this.#store.saveFiles(this.#ownerId, open);
			// What arrived in the meantime was taken away before it was put in.
			this.#removeFiles(open.filter(({ sha256 }) => !this.#lacking.has(sha256)).map(({ sha256 }) => sha256));
		}
	}

	/** The server has these; what lies in memory or in this browser alone goes. */
	arrived(hashes: readonly string[]): void {
		for (const sha256 of hashes) if (!(this.#blobs.get(sha256) instanceof File)) this.#blobs.delete(sha256);
		this.#removeFiles(hashes);
	}

	drop(hashes: readonly string[]): void {
		for (const sha256 of hashes) this.#blobs.delete(sha256);
		this.#removeFiles(hashes);
	}

	#removeFiles(hashes: readonly string[]): void {
		for (const sha256 of hashes) this.#lacking.delete(sha256);
		if (hashes.length === 0) return;
		void this.#store.removeFiles(this.#ownerId, hashes);
	}
}
