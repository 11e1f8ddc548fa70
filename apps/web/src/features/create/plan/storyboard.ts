import { createStore } from 'zustand';
import { ImageCache } from '../../../lib/images/image-cache.ts';
import type { PaintRequest, PaintResponse } from './paint-client.ts';
import type { RowSort } from './plan-worker-service.ts';
import type { StoryboardRow } from './storyboard-row.ts';

/** Enough for the largest screens; at 192 px a side these take 22 MB. */
export const imageLimit = 150;
export const imagePx = 192;

/** 'unpaintable' where the browser could not; undefined while it is awaited. */
export type StoryboardImage = ImageBitmap | 'unpaintable' | undefined;

/** The threads that know the plan and paint it. */
export interface StoryboardWorkers {
	fetchRows(order: RowSort, from: number, to: number): void;
	/** Instead of whatever was still to be painted. */
	paint(request: PaintRequest): void;
}

/** The rows and pictures of one plan as far as somebody looked at them. Who awaits a picture hears only of its own. */
export class Storyboard {
	readonly planId: number;
	readonly #threads: StoryboardWorkers;
	readonly #rows: Record<RowSort, StoryboardRow[]> = { token: [], rank: [] };
	readonly #pictures = new ImageCache<'unpaintable'>(imageLimit);
	/** Changes whenever rows came in. */
	readonly rowVersion = createStore(() => 0);

	constructor(planId: number, threads: StoryboardWorkers) {
		this.planId = planId;
		this.#threads = threads;
	}

	/** The row at a place of the order, once it was fetched. */
	row(order: RowSort, place: number): StoryboardRow | undefined {
		return this.#rows[order][place];
	}

	/** Fetches the rows at these places and has their pictures painted, in this order, instead of any asked for before. */
	show(order: RowSort, from: number, to: number): void {
		for (let place = from; place < to; place++) {
			if (this.#rows[order][place] !== undefined) continue;
			this.#threads.fetchRows(order, from, to);
			break;
		}
		this.paint(this.#rows[order].slice(from, to).filter((row) => row !== undefined));
	}

	/** Has the rows painted that have no picture yet, instead of any asked for before. */
	paint(rows: readonly StoryboardRow[]): void {
		const missing = rows.filter(({ index }) => !this.#pictures.touch(index));
		this.#threads.paint({ planId: this.planId, rows: missing, sizePx: imagePx });
	}

	takeRows(order: RowSort, from: number, rows: readonly StoryboardRow[]): void {
		// A plan that is about to be replaced delivers none, and reporting that would fetch them again.
		if (rows.length === 0) return;
		rows.forEach((row, place) => {
			this.#rows[order][from + place] = row;
		});
		this.rowVersion.setState((version) => version + 1);
	}

	takePicture({ index, bitmap }: PaintResponse): void {
		this.#pictures.set(index, bitmap ?? 'unpaintable');
	}

	picture(index: number): StoryboardImage {
		return this.#pictures.get(index);
	}

	onPicture(index: number, listener: () => void): () => void {
		return this.#pictures.subscribe(index, listener);
	}

	close(): void {
		this.#pictures.close();
	}
}
