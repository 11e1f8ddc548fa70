import type { FindingKind, FindingRow, MergeFinding } from '@adx/collection/merge/merge-doctor';
import type { NamedTrait } from '@adx/collection/merge/named-traits';
import type { InputCollection, LeftOutFiles, MergeFixes } from '@adx/validators/merge';
import { createStore } from 'zustand';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { newId } from '../../../lib/random-ids.ts';
import { askBeforeLeaving } from '../../../lib/uploads/ask-before-leaving.ts';
import { emptyUpload, type UploadView } from '../../../lib/uploads/upload-view.ts';
import { WorkerClient } from '../../../lib/workers/worker-client.ts';
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts';
import type {
	CheckedDraft,
	CollectionPreview,
	CollectionView,
	DraftPreflight,
	MergerUpdate,
	PickResult,
	PickSource,
	ProblemFile,
} from '../merger-views.ts';
import type { MergerWorkerService } from './merger-worker-service.ts';

export interface MergerState {
	/** 'elsewhere' while another tab has it open; 'broken' when the browser has no thread to read files in, or it ended. */
	readonly phase: 'opening' | 'elsewhere' | 'open' | 'broken';
	readonly collections: readonly CollectionView[];
	readonly upload: UploadView;
	readonly findings: readonly MergeFinding[];
	/** Those that there are to rename. */
	readonly traits: readonly NamedTrait[];
	/** Null while nothing was checked. */
	readonly preflight: DraftPreflight | null;
	/** How many picks are being listed or read. */
	readonly openPicks: number;
}

const opening: MergerState = {
	phase: 'opening',
	collections: [],
	upload: emptyUpload,
	findings: [],
	traits: [],
	preflight: null,
	openPicks: 0,
};

/** So many files are handed over at once: a task of a few milliseconds. */
const filesPerMessage = 100;

/**
 * The page's side of the thread that reads and sends files. It outlives the page that shows it: reading and sending go on
 * while somebody looks at another.
 */
export class MergerClient {
	readonly store = createStore<MergerState>(() => opening);
	readonly #worker = new WorkerClient<MergerWorkerService>(
		() => new Worker(new URL('./merger-worker.ts', import.meta.url), { type: 'module' }),
		() => this.#break(),
	);
	/** Picks that are being listed or read. */
	readonly #readings = new Set<Promise<unknown>>();
	#lastMove = 0;
	#ownerId = '';

	/** Shows the collections of this owner, and no other's. */
	open(ownerId: string): void {
		if (!this.#worker.open()) {
			this.store.setState({ phase: 'broken' });
			return;
		}
		const { phase } = this.store.getState();
		if (phase === 'open' && ownerId !== this.#ownerId) this.store.setState(opening);
		else if (phase === 'broken') this.store.setState({ phase: 'opening' });
		this.#ownerId = ownerId;
		const report = this.#worker.callback((update: MergerUpdate) => this.#take(update));
		this.#worker.send((api) => api.open(ownerId, report));
	}

	/** Shows that files are being read until this work is done, such as the listing of a drop; rejects as it does. */
	async showReading<Result>(work: Promise<Result>): Promise<Result> {
		this.#readings.add(work);
		this.store.setState({ openPicks: this.#readings.size });
		try {
			return await work;
		} finally {
			this.#readings.delete(work);
			this.store.setState({ openPicks: this.#readings.size });
		}
	}

	/** Reads what was picked. Rejects with what is wrong with all of it. */
	pick(source: PickSource, files: readonly PickedFile[]): Promise<PickResult> {
		return this.showReading(this.#read(source, files));
	}

	async #read(source: PickSource, files: readonly PickedFile[]): Promise<PickResult> {
		const pickId = newId();
		// A worker that was started meanwhile would read a part of what was picked.
		const requireSameWorker = this.#worker.pin();
		for (let from = 0; from < files.length; from += filesPerMessage) {
			// The browser has just spent a good deal of this task on listing the files.
			await yieldToEventLoop();
			requireSameWorker();
			this.#worker.send((api) => api.addFiles(pickId, files.slice(from, from + filesPerMessage)));
		}
		return await this.#worker.call((api) => api.pick(pickId, source));
	}

	remove(collectionId: string): void {
		this.#worker.send((api) => api.remove(collectionId));
	}

	/** Puts a collection elsewhere in the order of the merge; `to` counts from 0. The page shows it at once. */
	move(collectionId: string, to: number): void {
		const { collections } = this.store.getState();
		const moved = collections.find(({ id }) => id === collectionId);
		if (moved === undefined) return;
		const others = collections.filter((collection) => collection !== moved);
		this.store.setState({ collections: others.toSpliced(to, 0, moved) });
		const number = ++this.#lastMove;
		this.#worker.send((api) => api.move(collectionId, to, number));
	}

	describe(collectionId: string, name: string, description: string): void {
		this.#worker.send((api) => api.describe(collectionId, name, description));
	}

	clear(): void {
		this.#worker.send((api) => api.clear());
	}

	setFixes(fixes: MergeFixes): void {
		this.#worker.send((api) => api.setFixes(fixes));
	}

	checkDraft(draft: CheckedDraft | null): void {
		this.#worker.send((api) => api.checkDraft(draft));
	}

	resume(): void {
		this.#worker.send((api) => api.resume());
	}

	/** The name of a whole collection that this tab or another one has fetched from there; null for none. */
	findImported(origin: string): Promise<string | null> {
		return this.#worker.call((api) => api.findImported(origin));
	}

	getPreviews(collectionId: string): Promise<readonly CollectionPreview[]> {
		return new Promise((resolve) =>
			this.#worker.send(
				(api) => api.previews(collectionId),
				(previews) => resolve(previews),
			),
		);
	}

	/** Every file of the collection that something is wrong with. */
	getProblems(collectionId: string): Promise<readonly ProblemFile[]> {
		return new Promise((resolve) =>
			this.#worker.send(
				(api) => api.problems(collectionId),
				(problems) => resolve(problems),
			),
		);
	}

	/** All that a finding of the doctor is about. */
	getFinding(kind: FindingKind): Promise<readonly FindingRow[]> {
		return new Promise((resolve) =>
			this.#worker.send(
				(api) => api.finding(kind),
				(rows) => resolve(rows),
			),
		);
	}

	/** All that a finding of the preflight is about, a sentence each. */
	preflightRows(kind: string): Promise<readonly string[]> {
		return this.#worker.call((api) => api.preflightRows(kind));
	}

	/**
	 * Sends what is missing; resolves with what a merge is started with, or rejects with a sentence. Aborting ends it, but
	 * sending goes on.
	 */
	async prepare(signal: AbortSignal): Promise<readonly InputCollection[]> {
		signal.addEventListener('abort', () => this.#worker.send((api) => api.cancelPrepare()));
		const prepared = await this.#worker.call((api) => api.prepare());
		signal.throwIfAborted();
		return prepared;
	}

	/** The files that a merge goes without, by why. */
	getLeftOut(): Promise<LeftOutFiles> {
		return this.#worker.call((api) => api.leftOut());
	}

	/** Ends the thread; opening starts another. */
	close(): void {
		this.#worker.close();
		this.#lastMove = 0;
		this.#readings.clear();
		this.store.setState(opening);
	}

	#take({ lastMove, collections, ...update }: MergerUpdate): void {
		if (collections === undefined) {
			this.store.setState({ phase: 'open', ...update });
			return;
		}
		// One that set out before the last move has the order before it.
		const shown = lastMove === this.#lastMove ? [] : this.store.getState().collections.map(({ id }) => id);
		const getPlace = ({ id }: CollectionView) => (shown.includes(id) ? shown.indexOf(id) : shown.length);
		const ordered = collections.toSorted((one, other) => getPlace(one) - getPlace(other));
		this.store.setState({ phase: 'open', ...update, collections: ordered });
	}

	#break(): void {
		this.#lastMove = 0;
		this.#readings.clear();
		this.store.setState({ phase: 'broken', openPicks: 0 });
	}
}

/** The one of this tab. */
export const mergerClient = new MergerClient();
askBeforeLeaving(
	mergerClient.store,
	({ openPicks, collections, upload }) =>
		openPicks > 0 || upload.phase !== 'idle' || collections.some(({ phase }) => phase === 'reading'),
);
