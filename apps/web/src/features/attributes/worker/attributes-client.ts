import { newId } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { AttributesMessage, AttributesRequest, FolderView, PreviewRequest } from './attributes-messages.ts';
import { noPreview, PreviewPlanner, type PreviewState } from './preview-planner.ts';
import { ThumbnailCache } from './thumbnail-cache.ts';

export interface AttributesState {
	/** 'broken' when the browser has no thread to read files in, or it ended. */
	readonly phase: 'opening' | 'open' | 'broken';
	readonly folder: FolderView | null;
	/** Null while no folder is being read. */
	readonly reading: { readonly readCount: number; readonly fileCount: number } | null;
	readonly preview: PreviewState;
	readonly shelf: ThumbnailCache | null;
}

const opening: AttributesState = { phase: 'opening', folder: null, reading: null, preview: noPreview, shelf: null };

/** So many files are handed over at once: a task of a few milliseconds. */
const filesPerMessage = 100;

interface Waiting<Result> {
	readonly resolve: (result: Result) => void;
	readonly reject: (error: Error) => void;
}

/** The folder's list as the server knows it. */
export interface UploadedFolder {
	/** SHA-256. */
	readonly folder: string;
	readonly folderSize: number;
}

const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve));

/** The page's side of the thread that reads folders and plans; it outlives the page that shows it. */
export class AttributesClient {
	readonly #listeners = new Set<() => void>();
	readonly #picks = new Map<string, Waiting<void>>();
	readonly #sends = new Map<string, Waiting<UploadedFolder>>();
	readonly #planner = new PreviewPlanner(
		(question) => this.#ask(question),
		(preview) => this.#set({ preview }),
	);
	#worker: Worker | null = null;
	#state = opening;
	#listings = 0;

	readonly state = (): AttributesState => this.#state;
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/** Shows this owner's folder, the one of before a reload if it is still there. */
	open(ownerId: string, folderId: string | null): void {
		this.#worker ??= this.#openWorker();
		if (this.#worker === null) {
			this.#set({ phase: 'broken' });
			return;
		}
		if (this.#state.phase === 'broken') this.#set({ phase: 'opening' });
		this.#ask({ kind: 'open', ownerId, folderId });
	}

	/** Shows that a folder is being read while its files are still being listed; rejects as the list does. */
	async list<Files>(listing: Promise<Files>): Promise<Files> {
		this.#listings++;
		this.#set({ reading: { readCount: 0, fileCount: 0 } });
		try {
			return await listing;
		} finally {
			this.#listings--;
			this.#endReading();
		}
	}

	/** Reads what was picked in place of the folder before; `zip` names an archive. Rejects with a sentence. */
	async pick(files: readonly PickedFile[], zip: string | null): Promise<void> {
		const pickId = newId();
		const settled = new Promise<void>((resolve, reject) => this.#picks.set(pickId, { resolve, reject }));
		this.#set({ reading: { readCount: 0, fileCount: 0 } });
		this.#ask({ kind: 'pick', pickId, zip });
		for (let from = 0; from === 0 || from < files.length; from += filesPerMessage) {
			// The browser has just spent a good deal of this task on listing the files.
			await yieldToEventLoop();
			const to = from + filesPerMessage;
			this.#ask({ kind: 'files', pickId, files: files.slice(from, to), isLast: to >= files.length });
		}
		return settled;
	}

	clear(): void {
		this.#ask({ kind: 'clear' });
	}

	/** Plans a preview of the folder; of several orders that wait, only the newest. */
	plan(order: PreviewRequest): void {
		if (this.#state.folder !== null) this.#planner.plan(order);
	}

	/** Hands the folder's list to the server; again when the server has lost it. Rejects with a sentence. */
	send(isAgain: boolean): Promise<UploadedFolder> {
		return new Promise((resolve, reject) => {
			const sendId = newId();
			this.#sends.set(sendId, { resolve, reject });
			this.#ask({ kind: 'send', sendId, isAgain });
		});
	}

	/** Ends the thread; opening starts anew. */
	close(): void {
		this.#end();
		this.#picks.clear();
		this.#sends.clear();
		this.#state = opening;
	}

	#end(): void {
		this.#worker?.terminate();
		this.#worker = null;
		this.#planner.forget();
		this.#state.shelf?.close();
	}

	#ask(question: AttributesRequest): void {
		this.#worker?.postMessage(question);
	}

	#openWorker(): Worker | null {
		if (typeof Worker === 'undefined') return null;
		const worker = new Worker(new URL('./attributes-worker.ts', import.meta.url), { type: 'module' });
		worker.addEventListener('message', ({ data }: MessageEvent<AttributesMessage>) => this.#take(data));
		worker.addEventListener('error', () => this.#break());
		return worker;
	}

	#break(): void {
		const error = new Error('');
		for (const { reject } of [...this.#picks.values(), ...this.#sends.values()]) reject(error);
		this.#picks.clear();
		this.#sends.clear();
		this.#end();
		this.#set({ ...opening, phase: 'broken' });
	}

	#take(answer: AttributesMessage): void {
		if (answer.kind === 'folder') this.#takeFolder(answer.folder);
		else if (answer.kind === 'reading') this.#set({ reading: answer });
		else if (answer.kind === 'picture') this.#takePicture(answer);
		else if (answer.kind === 'picked' || answer.kind === 'pickFailed') this.#endPick(answer);
		else if (answer.kind === 'sent' || answer.kind === 'sendFailed') this.#endSend(answer);
		else this.#planner.take(answer);
	}

	#takeFolder(folder: FolderView | null): void {
		if (folder !== null && folder.id === this.#state.folder?.id) {
			this.#set({ phase: 'open' });
			return;
		}
		this.#state.shelf?.close();
		this.#planner.forget();
		const want = (indexes: readonly number[]) => {
			if (folder !== null) this.#ask({ kind: 'pictures', folderId: folder.id, indexes });
		};
		const shelf = folder?.hasPictures === true ? new ThumbnailCache(want) : null;
		this.#set({ phase: 'open', folder, shelf });
	}

	#takePicture({ folderId, index, bitmap }: Extract<AttributesMessage, { readonly kind: 'picture' }>): void {
		const { folder, shelf } = this.#state;
		if (folder?.id === folderId && shelf !== null) shelf.take(index, bitmap);
		else bitmap?.close();
	}

	#endPick(answer: Extract<AttributesMessage, { readonly kind: 'picked' | 'pickFailed' }>): void {
		const waiting = this.#picks.get(answer.pickId);
		this.#picks.delete(answer.pickId);
		this.#endReading();
		if (answer.kind === 'picked') waiting?.resolve();
		else waiting?.reject(new Error(answer.message));
	}

	#endReading(): void {
		if (this.#picks.size === 0 && this.#listings === 0) this.#set({ reading: null });
	}

	#endSend(answer: Extract<AttributesMessage, { readonly kind: 'sent' | 'sendFailed' }>): void {
		const waiting = this.#sends.get(answer.sendId);
		this.#sends.delete(answer.sendId);
		if (answer.kind === 'sent') waiting?.resolve(answer);
		else waiting?.reject(new Error(answer.message));
	}

	#set(changes: Partial<AttributesState>): void {
		this.#state = { ...this.#state, ...changes };
		for (const listener of this.#listeners) listener();
	}
}

/** The one of this tab. */
export const attributesClient = new AttributesClient();
