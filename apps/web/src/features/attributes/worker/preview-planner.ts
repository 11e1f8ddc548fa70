import type { WorkerClient } from '../../../lib/workers/worker-client.ts';
import type { PreviewRequest, PreviewResult, PreviewSummary, TraitCount } from './attributes-views.ts';
import type { AttributesWorkerService } from './attributes-worker-service.ts';
import { PreviewViewModel } from './preview-view-model.ts';

export interface PreviewState {
	readonly phase: 'idle' | 'planning' | 'planned' | 'impossible';
	/** The summary of the newest finished preview, also while the next one is being made. */
	readonly summary: PreviewSummary | null;
	/** What can be weighed, also when it is weighed into the impossible. */
	readonly traits: readonly TraitCount[];
	readonly viewModel: PreviewViewModel | null;
	/** Why nothing can be planned; null unless `phase` is 'impossible'. */
	readonly message: string | null;
}

export const noPreview: PreviewState = { phase: 'idle', summary: null, traits: [], viewModel: null, message: null };

/** Has previews of one folder planned: one at a time, and of several orders that wait only the newest. */
export class PreviewPlanner {
	readonly #worker: WorkerClient<AttributesWorkerService>;
	readonly #changed: (preview: PreviewState) => void;
	#preview = noPreview;
	#lastId = 0;
	#lastOrder = '';
	#isPlanning = false;
	#waiting: PreviewRequest | null = null;

	constructor(worker: WorkerClient<AttributesWorkerService>, changed: (preview: PreviewState) => void) {
		this.#worker = worker;
		this.#changed = changed;
	}

	/** What is on show already is not planned again, unless another number of images can be used. */
	plan(order: PreviewRequest, imageCount: number): void {
		const text = JSON.stringify({ order, imageCount });
		if (text === this.#lastOrder && this.#preview.phase !== 'idle') return;
		this.#lastOrder = text;
		this.#waiting = order;
		this.#set({ ...this.#preview, phase: 'planning', message: null });
		if (!this.#isPlanning) this.#planNext();
	}

	/** Forgets the preview; an answer that is still to come is about the folder before. */
	forget(): void {
		this.#lastId++;
		this.#isPlanning = false;
		this.#waiting = null;
		this.#set(noPreview);
	}

	#planNext(): void {
		const order = this.#waiting;
		if (order === null) return;
		this.#waiting = null;
		this.#isPlanning = true;
		const planId = ++this.#lastId;
		this.#worker.send(
			(api) => api.plan(planId, order),
			(result) => this.#take(planId, result),
		);
	}

	#take(planId: number, result: PreviewResult | undefined): void {
		if (planId !== this.#lastId || result === undefined) return;
		this.#isPlanning = false;
		if (this.#waiting !== null) this.#planNext();
		else if (result.kind === 'impossible') {
			const { message, traits } = result;
			this.#set({ ...noPreview, phase: 'impossible', message, traits });
		} else {
			const { summary } = result;
			const viewModel = new PreviewViewModel(planId, summary.size, this.#worker);
			this.#set({ phase: 'planned', summary, traits: summary.traits, viewModel, message: null });
		}
	}

	#set(preview: PreviewState): void {
		this.#preview = preview;
		this.#changed(preview);
	}
}
