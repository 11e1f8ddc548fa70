import type { AttributeFinding } from '@adx/validators/attributes';
import { createStore } from 'zustand';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { newId } from '../../../lib/random-ids.ts';
import { WorkerClient } from '../../../lib/workers/worker-client.ts';
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts';
import type { FolderView, PreviewRequest, UploadedFolder } from './attributes-views.ts';
import type { AttributesWorkerService } from './attributes-worker-service.ts';
import { noPreview, PreviewPlanner, type PreviewState } from './preview-planner.ts';
import { ThumbnailCache } from './thumbnail-cache.ts';

export interface AttributesState {
	/** 'broken' when the browser has no thread to read files in, or it ended. */
	readonly phase: 'opening' | 'open' | 'broken';
	readonly folder: FolderView | null;
	/** Null while no folder is being read. */
	readonly reading: { readonly readCount: number; readonly fileCount: number } | null;
	readonly preview: PreviewState;
	readonly thumbnails: ThumbnailCache | null;
}

const opening: AttributesState = {
	phase: 'opening',
	folder: null,
	reading: null,
	preview: noPreview,
	thumbnails: null,
};

/** So many files are handed over at once: a task of a few milliseconds. */
const filesPerMessage = 100;

/** The page's side of the thread that reads folders and plans; it outlives the page that shows it. */
export class AttributesClient {
	readonly store = createStore<AttributesState>(() => opening);
	readonly #worker = new WorkerClient<AttributesWorkerService>(
		() => new Worker(new URL('./attributes-worker.ts', import.meta.url), { type: 'module' }),
		() => this.#break(),
	);
	readonly #planner = new PreviewPlanner(this.#worker, (preview) => this.store.setState({ preview }));
	/** Picks that are being listed or read. */
	readonly #readings = new Set<Promise<unknown>>();

	/** Shows this owner's folder, the one of before a reload if it is still there. */
	open(ownerId: string, folderId: string | null): void {
		if (!this.#worker.open()) {
			this.store.setState({ phase: 'broken' });
			return;
		}
		if (this.store.getState().phase === 'broken') this.store.setState({ phase: 'opening' });
		this.#worker.send(
			(api) => api.open(ownerId, folderId),
			(folder) => this.#show(folder),
		);
	}

	/** Shows that a folder is being read while its files are still being listed; rejects as the list does. */
	async list<Files>(listing: Promise<Files>): Promise<Files> {
		this.#readings.add(listing);
		this.store.setState({ reading: { readCount: 0, fileCount: 0 } });
		try {
			return await listing;
		} finally {
			this.#readings.delete(listing);
			if (this.#readings.size === 0) this.store.setState({ reading: null });
		}
	}

	/** Reads what was picked in place of the folder before; `zip` names an archive. Rejects with a sentence. */
	pick(files: readonly PickedFile[], zip: string | null): Promise<void> {
		return this.list(this.#read(files, zip));
	}

	async #read(files: readonly PickedFile[], zip: string | null): Promise<void> {
		const pickId = newId();
		// A worker that was started meanwhile would read a part of what was picked.
		const requireSameWorker = this.#worker.pin();
		for (let from = 0; from < files.length; from += filesPerMessage) {
			// The browser has just spent a good deal of this task on listing the files.
			await yieldToEventLoop();
			requireSameWorker();
			this.#worker.send((api) => api.addFiles(pickId, files.slice(from, from + filesPerMessage)));
		}
		const report = this.#worker.callback((readCount: number, fileCount: number) => {
			if (this.#readings.size > 0) this.store.setState({ reading: { readCount, fileCount } });
		});
		this.#show(await this.#worker.call((api) => api.pick(pickId, zip, report)));
	}

	clear(): void {
		this.#worker.send(
			(api) => api.clear(),
			() => this.#show(null),
		);
	}

	/** Everything that is wrong with the folder. */
	problems(): Promise<readonly AttributeFinding[]> {
		return this.#worker.call((api) => api.problems());
	}

	/** Plans a preview of the folder; of several orders that wait, only the newest. */
	plan(order: PreviewRequest): void {
		const { folder } = this.store.getState();
		if (folder !== null) this.#planner.plan(order, folder.imageCount);
	}

	/** Hands the folder's list to the server; again when the server has lost it. Rejects with a sentence. */
	send(isAgain: boolean): Promise<UploadedFolder> {
		return this.#worker.call((api) => api.send(isAgain));
	}

	/** Ends the thread; opening starts another. */
	close(): void {
		this.#end();
		this.store.setState(opening);
	}

	#end(): void {
		this.#worker.close();
		this.#readings.clear();
		this.#planner.forget();
		this.store.getState().thumbnails?.close();
	}

	#break(): void {
		this.#end();
		this.store.setState({ ...opening, phase: 'broken' });
	}

	/** Has the pictures looked into, which goes on while somebody works on their traits. */
	#check(folderId: string): void {
		const report = this.#worker.callback((folder: FolderView) => {
			if (this.store.getState().folder?.id === folder.id) this.store.setState({ folder });
		});
		this.#worker.send((api) => api.check(folderId, report));
	}

	/** Undefined leaves the folder that is on show. */
	#show(folder: FolderView | null | undefined): void {
		if (folder === undefined) return;
		if (folder !== null && folder.id === this.store.getState().folder?.id) {
			this.store.setState({ phase: 'open' });
			return;
		}
		this.store.getState().thumbnails?.close();
		this.#planner.forget();
		const thumbnails =
			folder?.hasPictures === true
				? new ThumbnailCache((index, take) =>
						this.#worker.send(
							(api) => api.picture(folder.id, index),
							(bitmap) => take(bitmap),
						),
					)
				: null;
		this.store.setState({ phase: 'open', folder, thumbnails });
		if (folder !== null && folder.uncheckedCount > 0) this.#check(folder.id);
	}
}

/** The one of this tab. */
export const attributesClient = new AttributesClient();
