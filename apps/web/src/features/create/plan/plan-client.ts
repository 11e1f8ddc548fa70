import type { PlanRequest } from '@adx/collection/plan/ranked-plan';
import { PaintClient } from './paint-client.ts';
import type { PaintResponse } from './paint-worker-service.ts';
import type { PlanSummary, TraitSummary } from './plan-summary.ts';
import type { PlanWorkerRequest, PlanWorkerResponse } from './plan-worker-service.ts';
import { imagePx, Storyboard } from './storyboard.ts';

export interface PlanState {
	/** 'failed' when the browser has no planning thread or it broke. */
	readonly phase: 'idle' | 'planning' | 'planned' | 'impossible' | 'failed';
	/** Of the newest finished plan, also while the next one is being made; null when the choices allow none. */
	readonly summary: PlanSummary | null;
	/** What can be steered, also when it is steered into the impossible. */
	readonly traits: readonly TraitSummary[];
	readonly board: Storyboard | null;
	/** Why nothing can be planned; null unless `phase` is 'impossible'. */
	readonly message: string | null;
}

const idle: PlanState = { phase: 'idle', summary: null, traits: [], board: null, message: null };

/** The page's side of the planning thread: one plan at a time, and of those that wait only the newest. */
export class PlanClient {
	readonly #listeners = new Set<() => void>();
	readonly #painter = new PaintClient((answer) => this.#takePicture(answer));
	#worker: Worker | null = null;
	#state = idle;
	#lastId = 0;
	#isBusy = false;
	#waiting: { readonly request: PlanRequest; readonly seed: string } | null = null;

	readonly state = (): PlanState => this.#state;
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/** Null forgets the plan. */
	ask(request: PlanRequest | null, seed: string): void {
		this.#waiting = request === null ? null : { request, seed };
		if (request === null) {
			this.#lastId++;
			this.#painter.close();
			this.#state.board?.close();
			this.#set(idle);
			return;
		}
		this.#worker ??= this.#openWorker();
		if (this.#worker === null) {
			this.#set({ ...idle, phase: 'failed' });
			return;
		}
		this.#set({ ...this.#state, phase: 'planning', message: null });
		if (!this.#isBusy) this.#next();
	}

	/** Ends the threads and gives the pictures back; asking again starts anew. */
	close(): void {
		this.#worker?.terminate();
		this.#worker = null;
		this.#painter.close();
		this.#isBusy = false;
		this.#waiting = null;
		this.#state.board?.close();
		this.#set(idle);
	}

	#openWorker(): Worker | null {
		if (typeof Worker === 'undefined') return null;
		const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' });
		worker.addEventListener('message', ({ data }: MessageEvent<PlanWorkerResponse>) => this.#take(data));
		worker.addEventListener('error', () => {
			this.close();
			this.#set({ ...idle, phase: 'failed' });
		});
		return worker;
	}

	#next(): void {
		if (this.#waiting === null) return;
		const question: PlanWorkerRequest = { kind: 'plan', planId: ++this.#lastId, ...this.#waiting };
		this.#waiting = null;
		this.#isBusy = true;
		// Pictures of the plan before would only hold this one up.
		this.#painter.paint({ planId: question.planId, rows: [], sizePx: imagePx });
		this.#worker?.postMessage(question);
	}

	#take(answer: PlanWorkerResponse): void {
		if (answer.kind === 'rows') {
			if (answer.planId === this.#state.board?.planId) this.#state.board.takeRows(answer);
			return;
		}
		this.#isBusy = false;
		if (this.#waiting !== null) this.#next();
		else if (answer.planId === this.#lastId) this.#show(answer);
	}

	#takePicture(answer: PaintResponse): void {
		if (answer.planId === this.#state.board?.planId) this.#state.board.takePicture(answer);
		else answer.bitmap?.close();
	}

	#show(answer: Extract<PlanWorkerResponse, { kind: 'planned' | 'impossible' }>): void {
		this.#state.board?.close();
		if (answer.kind === 'impossible') {
			this.#set({ ...idle, phase: 'impossible', traits: answer.traits, message: answer.message });
			return;
		}
		const { planId, summary } = answer;
		const board = new Storyboard(planId, {
			fetchRows: (question) => this.#worker?.postMessage(question),
			paint: (question) => this.#painter.paint(question),
		});
		this.#set({ phase: 'planned', summary, traits: summary.traits, board, message: null });
	}

	#set(state: PlanState): void {
		this.#state = state;
		for (const listener of this.#listeners) listener();
	}
}
