import { folderBatchImages } from '@adx/validators/limits';
import type { MergeStore } from './merge-store.ts';

/**
 * Bytes of what has not arrived, by hash. Files on disk are only pointed at; what the server lacks is kept in this browser
 * as well, so that a closed tab can go on.
 */
export class KeptBytes {
	readonly #store: MergeStore;
	readonly #blobs = new Map<string, Blob>();
	#ownerId = '';

	constructor(store: MergeStore) {
		this.#store = store;
	}

	/** Those of this owner from now on; the browser keeps the others'. */
	open(ownerId: string): void {
		this.#ownerId = ownerId;
		this.#blobs.clear();
	}

	put(sha256: string, blob: Blob): void {
		this.#blobs.set(sha256, blob);
	}

	async find(sha256: string): Promise<Blob | null> {
		return this.#blobs.get(sha256) ?? (await this.#store.readFile(this.#ownerId, sha256));
	}

	/** Copies these, as far as they are here, into the browser. */
	async keep(hashes: readonly string[]): Promise<void> {
		const files = hashes.flatMap((sha256) => {
			const blob = this.#blobs.get(sha256);
			return blob === undefined ? [] : [{ sha256, blob }];
		});
		for (let from = 0; from < files.length; from += folderBatchImages) {
			const open = files.slice(from, from + folderBatchImages).filter(({ sha256 }) => this.#blobs.has(sha256));
			await this.#store.saveFiles(this.#ownerId, open);
			// What arrived in the meantime was taken away before it was put in.
			this.drop(open.filter(({ sha256 }) => !this.#blobs.has(sha256)).map(({ sha256 }) => sha256));
		}
	}

	drop(hashes: readonly string[]): void {
		if (hashes.length === 0) return;
		for (const sha256 of hashes) this.#blobs.delete(sha256);
		void this.#store.removeFiles(this.#ownerId, hashes);
	}
}
