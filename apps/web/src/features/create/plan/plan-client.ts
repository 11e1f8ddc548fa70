import type { PlanRequest } from '@adx/collection/plan/columns';
import { createStore } from 'zustand';
import { WorkerClient } from '../../../lib/workers/worker-client.ts';
import type { LayersPlanRequest } from '../layers/layers-views.ts';
import { PaintClient, type PaintResponse } from './paint-client.ts';
import type { PlanSummary, TraitSummary } from './plan-summary.ts';
import type { PlanResult, PlanWorkerService } from './plan-worker-service.ts';
import { imagePx, Storyboard } from './storyboard.ts';

export interface PlanState {
	/** 'failed' when the browser has no planning thread or it broke. */
	readonly phase: 'idle' | 'planning' | 'planned' | 'impossible' | 'failed';
	/** The summary of the newest finished plan, also while the next one is being made; null when the choices allow none. */
	readonly summary: PlanSummary | null;
	/** What can be steered, also when it is steered into the impossible. */
	readonly traits: readonly TraitSummary[];
	readonly board: Storyboard | null;
	/** Why nothing can be planned; null unless `phase` is 'impossible'. */
	readonly problem: PlanProblem | null;
}

export interface PlanProblem {
	/** A sentence to show as it is. */
	readonly message: string;
	/** What cannot be planned. */
	readonly request: PlanRequest | LayersPlanRequest;
}

/** Nothing is planned. */
export const idlePlan: PlanState = { phase: 'idle', summary: null, traits: [], board: null, problem: null };

/** The page's side of the planning thread: one plan at a time, and of those that wait only the newest. */
export class PlanClient {
	readonly store = createStore<PlanState>(() => idlePlan);
	readonly #painter = new PaintClient((answer) => this.#takePicture(answer));
	readonly #worker = new WorkerClient<PlanWorkerService>(
		() => new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' }),
		() => {
			this.close();
			this.store.setState({ ...idlePlan, phase: 'failed' });
		},
	);
	#lastId = 0;
	#isBusy = false;
	#waiting: { readonly request: PlanRequest; readonly seed: string } | null = null;

	/** Plans once what is being planned is done, unless a newer request comes first; null forgets the plan. */
	plan(request: PlanRequest | null, seed: string): void {
		this.#waiting = request === null ? null : { request, seed };
		if (request === null) {
			this.#lastId++;
			this.#painter.close();
			this.store.getState().board?.close();
			this.store.setState(idlePlan);
			return;
		}
		if (!this.#worker.open()) {
			this.store.setState({ ...idlePlan, phase: 'failed' });
			return;
		}
		this.store.setState({ phase: 'planning', problem: null });
		if (!this.#isBusy) this.#next();
	}

	/** Ends the threads and releases the pictures; the next request starts new ones. */
	close(): void {
		this.#worker.close();
		this.#painter.close();
		this.#isBusy = false;
		this.#waiting = null;
		this.store.getState().board?.close();
		this.store.setState(idlePlan);
	}

	#next(): void {
		if (this.#waiting === null) return;
		const { request, seed } = this.#waiting;
		const planId = ++this.#lastId;
		this.#waiting = null;
		this.#isBusy = true;
		// Pictures of the plan before would only hold this one up.
		this.#painter.paint({ planId, rows: [], sizePx: imagePx });
		this.#worker.send(
			(api) => api.plan(planId, request, seed),
			(result) => this.#take(planId, request, result),
		);
	}

	#take(planId: number, request: PlanRequest, result: PlanResult): void {
		this.#isBusy = false;
		if (this.#waiting !== null) this.#next();
		else if (planId === this.#lastId) this.#show(planId, request, result);
	}

	#takePicture(answer: PaintResponse): void {
		const { board } = this.store.getState();
		if (answer.planId === board?.planId) board.takePicture(answer);
		else answer.bitmap?.close();
	}

	#show(planId: number, request: PlanRequest, result: PlanResult): void {
		this.store.getState().board?.close();
		if (result.kind === 'impossible') {
			const problem = { message: result.message, request };
			this.store.setState({ ...idlePlan, phase: 'impossible', traits: result.traits, problem });
			return;
		}
		const { summary } = result;
		const board = new Storyboard(planId, {
			fetchRows: (order, from, to) =>
				this.#worker.send(
					(api) => api.rows(planId, order, from, to),
					(rows) => board.takeRows(order, from, rows),
				),
			paint: (rows) => this.#painter.paint(rows),
		});
		this.store.setState({ phase: 'planned', summary, traits: summary.traits, board, problem: null });
	}
}
