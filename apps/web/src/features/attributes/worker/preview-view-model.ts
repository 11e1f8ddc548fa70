import { createStore } from 'zustand';
import type { WorkerClient } from '../../../lib/workers/worker-client.ts';
import type { PreviewRow, RowSlice, RowView } from './attributes-views.ts';
import type { AttributesWorkerService } from './attributes-worker-service.ts';

/** Rows are fetched in blocks of this many. */
const blockRows = 50;

const sameView = (one: RowView, other: RowView) =>
	one.sortBy === other.sortBy &&
	one.search === other.search &&
	one.value?.trait === other.value?.trait &&
	one.value?.value === other.value?.value;

/** The rows of one preview as far as somebody looked at them, in one view at a time. */
export class PreviewViewModel {
	/** Changes whenever rows came in or others are wanted. */
	readonly version = createStore(() => 0);
	readonly #planId: number;
	readonly #worker: WorkerClient<AttributesWorkerService>;
	#view: RowView = { sortBy: 'token', search: '', value: null };
	#viewId = 0;
	#rows: PreviewRow[] = [];
	#asked = new Set<number>();
	#total: number;

	constructor(planId: number, size: number, worker: WorkerClient<AttributesWorkerService>) {
		this.#planId = planId;
		this.#total = size;
		this.#worker = worker;
	}

	/** Rows of the view; until the first have come, of the view before. */
	get total(): number {
		return this.#total;
	}

	/** The row at a place of the view, once it was fetched. */
	row(place: number): PreviewRow | undefined {
		return this.#rows[place];
	}

	/** Fetches what is missing of these places. */
	show(view: RowView, from: number, to: number): void {
		if (!sameView(view, this.#view)) {
			this.#view = view;
			this.#viewId++;
			this.#rows = [];
			this.#asked = new Set();
			// Its first rows say how many there are.
			this.#ask(0);
			this.#changed();
			return;
		}
		for (let block = Math.floor(from / blockRows); block * blockRows < Math.min(to, this.#total); block++) {
			this.#ask(block);
		}
	}

	#ask(block: number): void {
		if (this.#asked.has(block)) return;
		this.#asked.add(block);
		const from = block * blockRows;
		const viewId = this.#viewId;
		this.#worker.send(
			(api) => api.rows(this.#planId, viewId, this.#view, from, from + blockRows),
			(slice) => {
				if (slice !== undefined && viewId === this.#viewId) this.#take(from, slice);
			},
		);
	}

	#take(from: number, { rows, total }: RowSlice): void {
		this.#total = total;
		rows.forEach((row, place) => {
			this.#rows[from + place] = row;
		});
		this.#changed();
	}

	#changed(): void {
		this.version.setState((version) => version + 1);
	}
}
