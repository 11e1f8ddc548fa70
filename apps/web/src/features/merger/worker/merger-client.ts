import type { MergeFinding } from '@adx/collection/merge/merge-doctor';
import type { InputCollection } from '@adx/validators/merge';
import { newId } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import {
	type CollectionView,
	emptyUpload,
	type MergerMessage,
	type MergerRequest,
	type PickResult,
	type PickSource,
	type Preview,
	type ProblemFile,
	type UploadView,
} from '../merger-messages.ts';

export interface MergerState {
	/** 'broken' when the browser has no thread to read files in, or it ended. */
	readonly phase: 'opening' | 'open' | 'broken';
	readonly collections: readonly CollectionView[];
	readonly upload: UploadView;
	readonly findings: readonly MergeFinding[];
	/** Picks that are being read. */
	readonly openPicks: number;
}

const opening: MergerState = {
	phase: 'opening',
	collections: [],
	upload: emptyUpload,
	findings: [],
	openPicks: 0,
};

/** So many files are handed over at once: a task of a few milliseconds. */
const filesPerMessage = 100;

interface Waiting<Result> {
	readonly resolve: (result: Result) => void;
	readonly reject: (error: Error) => void;
}

const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The page's side of the thread that reads and sends files. It outlives the page that shows it: reading and sending go on
 * while somebody looks at another.
 */
export class MergerClient {
	readonly #listeners = new Set<() => void>();
	readonly #picks = new Map<string, Waiting<PickResult>>();
	readonly #previews = new Map<string, Waiting<readonly Preview[]>[]>();
	readonly #problems = new Map<string, Waiting<readonly ProblemFile[]>[]>();
	readonly #prepares = new Map<string, Waiting<readonly InputCollection[]>>();
	#worker: Worker | null = null;
	#state = opening;

	readonly state = (): MergerState => this.#state;
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/** Shows the collections of this owner, and no other's. */
	open(ownerId: string): void {
		this.#worker ??= this.#openWorker();
		if (this.#worker === null) {
			this.#set({ phase: 'broken' });
			return;
		}
		if (this.#state.phase === 'broken') this.#set({ phase: 'opening' });
		this.#ask({ kind: 'open', ownerId });
	}

	/** Reads what was picked. Rejects with what is wrong with all of it. */
	async pick(kind: PickSource, files: readonly PickedFile[]): Promise<PickResult> {
		const pickId = newId();
		const result = new Promise<PickResult>((resolve, reject) => this.#picks.set(pickId, { resolve, reject }));
		this.#set({ openPicks: this.#picks.size });
		this.#ask({ kind: 'pick', pickId, pick: kind });
		for (let from = 0; from === 0 || from < files.length; from += filesPerMessage) {
			// The browser has just spent a good deal of this task on listing the files.
			await yieldToEventLoop();
			const to = from + filesPerMessage;
			this.#ask({ kind: 'files', pickId, files: files.slice(from, to), isLast: to >= files.length });
		}
		return result;
	}

	remove(collectionId: string): void {
		this.#ask({ kind: 'remove', collectionId });
	}

	describe(collectionId: string, name: string, description: string): void {
		this.#ask({ kind: 'describe', collectionId, name, description });
	}

	clear(): void {
		this.#ask({ kind: 'clear' });
	}

	keepUnreadable(keep: boolean): void {
		this.#ask({ kind: 'keepUnreadable', include: keep });
	}

	rename(renames: Readonly<Record<string, string>>): void {
		this.#ask({ kind: 'rename', renames });
	}

	resume(): void {
		this.#ask({ kind: 'resume' });
	}

	previewsOf(collectionId: string): Promise<readonly Preview[]> {
		return new Promise((resolve, reject) => {
			const waiting = this.#previews.get(collectionId) ?? [];
			this.#previews.set(collectionId, [...waiting, { resolve, reject }]);
			this.#ask({ kind: 'showPreviews', collectionId });
		});
	}

	/** Every file of the collection that something is wrong with. */
	problemsOf(collectionId: string): Promise<readonly ProblemFile[]> {
		return new Promise((resolve, reject) => {
			const waiting = this.#problems.get(collectionId) ?? [];
			this.#problems.set(collectionId, [...waiting, { resolve, reject }]);
			this.#ask({ kind: 'listProblems', collectionId });
		});
	}

	/** Sends what is missing; resolves with what a merge is started with, or rejects with a sentence. */
	prepare(): Promise<readonly InputCollection[]> {
		return new Promise((resolve, reject) => {
			const prepareId = newId();
			this.#prepares.set(prepareId, { resolve, reject });
			this.#ask({ kind: 'prepare', prepareId });
		});
	}

	/** Forgets what was to be prepared; that promise is never settled. Sending goes on. */
	cancelPrepare(): void {
		this.#prepares.clear();
		this.#ask({ kind: 'cancelPrepare' });
	}

	/** Ends the thread; opening starts anew. */
	close(): void {
		this.#worker?.terminate();
		this.#worker = null;
		for (const waiting of [this.#picks, this.#previews, this.#problems, this.#prepares]) waiting.clear();
		this.#state = opening;
	}

	#ask(question: MergerRequest): void {
		this.#worker?.postMessage(question);
	}

	#openWorker(): Worker | null {
		if (typeof Worker === 'undefined') return null;
		const worker = new Worker(new URL('./merger-worker.ts', import.meta.url), { type: 'module' });
		worker.addEventListener('message', ({ data }: MessageEvent<MergerMessage>) => this.#take(data));
		worker.addEventListener('error', () => this.#break());
		return worker;
	}

	#break(): void {
		const error = new Error('');
		for (const { reject } of [...this.#picks.values(), ...this.#prepares.values()]) reject(error);
		this.#picks.clear();
		this.#prepares.clear();
		this.#worker?.terminate();
		this.#worker = null;
		this.#set({ phase: 'broken', openPicks: 0 });
	}

	#take(answer: MergerMessage): void {
		if (answer.kind === 'collections') this.#set({ phase: 'open', collections: answer.collections });
		else if (answer.kind === 'upload') this.#set({ upload: answer.upload });
		else if (answer.kind === 'findings') this.#set({ findings: answer.findings });
		else if (answer.kind === 'picked') this.#endPick(answer.pickId, ({ resolve }) => resolve(answer.result));
		else if (answer.kind === 'pickFailed') {
			this.#endPick(answer.pickId, ({ reject }) => reject(new Error(answer.message)));
		} else if (answer.kind === 'problems') {
			const waiting = this.#problems.get(answer.collectionId) ?? [];
			this.#problems.delete(answer.collectionId);
			for (const { resolve } of waiting) resolve(answer.problems);
		} else if (answer.kind === 'previews') {
			const waiting = this.#previews.get(answer.collectionId) ?? [];
			this.#previews.delete(answer.collectionId);
			for (const { resolve } of waiting) resolve(answer.previews);
		} else {
			const waiting = this.#prepares.get(answer.prepareId);
			this.#prepares.delete(answer.prepareId);
			if (answer.kind === 'prepared') waiting?.resolve(answer.inputCollections);
			else waiting?.reject(new Error(answer.message));
		}
	}

	#endPick(pickId: string, settle: (waiting: Waiting<PickResult>) => void): void {
		const waiting = this.#picks.get(pickId);
		this.#picks.delete(pickId);
		this.#set({ openPicks: this.#picks.size });
		if (waiting !== undefined) settle(waiting);
	}

	#set(changes: Partial<MergerState>): void {
		this.#state = { ...this.#state, ...changes };
		for (const listener of this.#listeners) listener();
	}
}

/** The one of this tab. */
export const mergerClient = new MergerClient();
