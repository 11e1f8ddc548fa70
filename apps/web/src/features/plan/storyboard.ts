import type { PlannedRow } from '@adx/collection/ranked-plan';
import type { PaintAnswer, PaintQuestion } from './paint-desk.ts';
import type { PlanAnswer, PlanQuestion, RowOrder } from './plan-desk.ts';

/** Enough for the largest screens; at 192 px a side these take 22 MB. */
export const pictureLimit = 150;
export const picturePx = 192;

/** 'unpaintable' where the browser could not; undefined while it is awaited. */
export type Picture = ImageBitmap | 'unpaintable' | undefined;

/** The threads that know the plan and paint it. */
export interface StoryboardThreads {
	fetchRows(question: Extract<PlanQuestion, { kind: 'rows' }>): void;
	/** Instead of whatever was still to be painted. */
	paint(question: PaintQuestion): void;
}

/**
 * The rows and pictures of one plan as far as somebody looked at them. Holds a bounded number of pictures, gives the
 * memory of the longest unseen back, and tells each listener only about its own row.
 */
export class Storyboard {
	readonly planId: number;
	readonly #threads: StoryboardThreads;
	readonly #rows: Record<RowOrder, PlannedRow[]> = { token: [], rank: [] };
	readonly #pictures = new Map<number, Exclude<Picture, undefined>>();
	readonly #listeners = new Map<number, Set<() => void>>();
	readonly #rowListeners = new Set<() => void>();
	#version = 0;

	constructor(planId: number, threads: StoryboardThreads) {
		this.planId = planId;
		this.#threads = threads;
	}

	/** The row at a place of the order, once it was fetched. */
	row(order: RowOrder, place: number): PlannedRow | undefined {
		return this.#rows[order][place];
	}

	/** Fetches the rows at these places and has their pictures painted, in this order, instead of any asked for before. */
	show(order: RowOrder, from: number, to: number): void {
		for (let place = from; place < to; place++) {
			if (this.#rows[order][place] !== undefined) continue;
			this.#threads.fetchRows({ kind: 'rows', planId: this.planId, order, from, to });
			break;
		}
		this.paint(this.#rows[order].slice(from, to).filter((row) => row !== undefined));
	}

	/** Has the rows painted that have no picture yet, instead of any asked for before. */
	paint(rows: readonly PlannedRow[]): void {
		for (const { index } of rows) this.#touch(index);
		const missing = rows.filter(({ index }) => !this.#pictures.has(index));
		this.#threads.paint({ planId: this.planId, rows: missing, sizePx: picturePx });
	}

	takeRows({ order, from, rows }: Extract<PlanAnswer, { kind: 'rows' }>): void {
		rows.forEach((row, place) => {
			this.#rows[order][from + place] = row;
		});
		this.#version++;
		for (const listener of this.#rowListeners) listener();
	}

	takePicture({ index, bitmap }: PaintAnswer): void {
		this.#forget(index);
		this.#pictures.set(index, bitmap ?? 'unpaintable');
		for (const oldest of this.#pictures.keys()) {
			if (this.#pictures.size <= pictureLimit) break;
			this.#forget(oldest);
		}
		this.#tell(index);
	}

	picture(index: number): Picture {
		return this.#pictures.get(index);
	}

	onPicture(index: number, listener: () => void): () => void {
		const listeners = this.#listeners.get(index) ?? new Set();
		this.#listeners.set(index, listeners.add(listener));
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0) this.#listeners.delete(index);
		};
	}

	/** Changes whenever rows came in. */
	readonly rowVersion = (): number => this.#version;
	readonly onRows = (listener: () => void): (() => void) => {
		this.#rowListeners.add(listener);
		return () => this.#rowListeners.delete(listener);
	};

	close(): void {
		for (const index of [...this.#pictures.keys()]) this.#forget(index);
	}

	#touch(index: number): void {
		const picture = this.#pictures.get(index);
		if (picture === undefined) return;
		this.#pictures.delete(index);
		this.#pictures.set(index, picture);
	}

	#forget(index: number): void {
		const picture = this.#pictures.get(index);
		if (picture instanceof Object) picture.close();
		this.#pictures.delete(index);
	}

	#tell(index: number): void {
		for (const listener of this.#listeners.get(index) ?? []) listener();
	}
}
