import { createStore } from 'zustand';
import { getZipName, type PickedFiles } from '../../../lib/files/picked-files.ts';
import { newId } from '../../../lib/random-ids.ts';
import { askBeforeLeaving } from '../../../lib/uploads/ask-before-leaving.ts';
import { WorkerClient } from '../../../lib/workers/worker-client.ts';
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts';
import type { PaintRequest } from '../plan/paint-client.ts';
import { idlePlan, type PlanState } from '../plan/plan-client.ts';
import { Storyboard } from '../plan/storyboard.ts';
import { layersStore, noLayers } from './layers-store.ts';
import type { LayersPlanResult } from './layers-summary.ts';
import type { LayersPlanRequest, LayersUpdate, LayersView } from './layers-views.ts';
import type { LayersWorkerService } from './layers-worker-service.ts';

const filesPerMessage = 500;

/** The page's side of the thread that holds a folder of layers. It stays while the page is elsewhere. */
class LayersClient {
	readonly plans = createStore<PlanState>(() => idlePlan);
	readonly #worker = new WorkerClient<LayersWorkerService>(
		() => new Worker(new URL('./layers-worker.ts', import.meta.url), { type: 'module' }),
		() => this.#break(),
	);
	#ownerId = '';
	#lastPick = 0;
	#lastId = 0;
	#isBusy = false;
	#waiting: { readonly request: LayersPlanRequest; readonly seed: string } | null = null;
	#wanted: PaintRequest | null = null;
	#isPainting = false;

	/** Whose layers these are: those of somebody else are forgotten. */
	open(ownerId: string): void {
		if (this.#ownerId !== '' && ownerId !== this.#ownerId) this.forget();
		this.#ownerId = ownerId;
	}

	/** Reads a folder or an archive instead of the one before; resolves with what it holds, or null where nothing can be read. */
	async pick(picked: Promise<PickedFiles>): Promise<LayersView | null> {
		const pick = ++this.#lastPick;
		this.plan(null, '');
		if (!this.#worker.open()) {
			layersStore.setState({ ...noLayers, problem: 'This browser cannot read layers.' });
			return null;
		}
		layersStore.setState({ ...noLayers, phase: 'reading' });
		try {
			const { folderFiles, zips, looseFiles } = await picked;
			// Beside a folder they may be its config; by themselves they have no folder that could be a layer.
			const [loose] = folderFiles.length + zips.length === 0 ? looseFiles : [];
			if (loose !== undefined) {
				throw new Error(
					`'${loose.path}' is neither a zip nor a folder. Choose the folder that holds one folder for each layer, or a zip of it.`,
				);
			}
			const report = this.#worker.callback((update: LayersUpdate) => layersStore.setState(update));
			this.#worker.send((api) => api.open(report));
			this.#worker.send((api) => api.clear());
			const files = [...folderFiles, ...looseFiles];
			for (let from = 0; from < files.length; from += filesPerMessage) {
				// The browser has just spent a good deal of this task on listing the files.
				await yieldToEventLoop();
				if (pick !== this.#lastPick) return null;
				this.#worker.send((api) => api.addFiles(files.slice(from, from + filesPerMessage)));
			}
			for (const zip of zips) {
				await this.#worker
					.call((api) => api.addZip(zip, getZipName(zip)))
					.catch((error: unknown) => {
						throw new Error(`Nothing was read from '${zip.name}': ${messageOf(error)}`);
					});
			}
			const view = await this.#worker.call((api) => api.read(newId()));
			if (pick !== this.#lastPick) return null;
			layersStore.setState({ phase: 'read', view });
			return view;
		} catch (error) {
			if (pick !== this.#lastPick) return null;
			const problem = messageOf(error) || 'These files could not be read. Choose the folder again.';
			layersStore.setState({ ...noLayers, problem });
			return null;
		}
	}

	forget(): void {
		this.#lastPick++;
		this.plan(null, '');
		this.#worker.close();
		this.#isBusy = false;
		this.#isPainting = false;
		layersStore.setState(noLayers);
	}

	/** Waits until all has arrived; resolves with the hash of the list that an order names, or rejects with a sentence. */
	async finishUpload(): Promise<string> {
		try {
			return await this.#worker.call((api) => api.finishUpload());
		} catch (error) {
			throw new Error(messageOf(error) || 'The layers could not be sent. Choose the folder again.', { cause: error });
		}
	}

	resume(): void {
		this.#worker.send((api) => api.resume());
	}

	/** Plans once what is being planned is done, unless a newer request comes first; null forgets the plan. */
	plan(request: LayersPlanRequest | null, seed: string): void {
		this.#waiting = request === null ? null : { request, seed };
		if (request === null) {
			this.#lastId++;
			this.#wanted = null;
			this.plans.getState().board?.close();
			this.plans.setState(idlePlan);
			return;
		}
		this.plans.setState({ phase: 'planning', problem: null });
		if (!this.#isBusy) this.#next();
	}

	#next(): void {
		if (this.#waiting === null) return;
		const { request, seed } = this.#waiting;
		const planId = ++this.#lastId;
		this.#waiting = null;
		this.#isBusy = true;
		this.#wanted = null;
		this.#worker.send(
			(api) => api.plan(planId, request, seed),
			(result) => {
				this.#isBusy = false;
				if (this.#waiting !== null) this.#next();
				else if (planId === this.#lastId) this.#show(planId, request, result);
			},
		);
	}

	#show(planId: number, request: LayersPlanRequest, result: LayersPlanResult): void {
		this.plans.getState().board?.close();
		if (result.kind === 'impossible') {
			const problem = { message: result.message, request };
			this.plans.setState({ ...idlePlan, phase: 'impossible', traits: result.traits, problem });
			return;
		}
		const { summary } = result;
		const board = new Storyboard(planId, {
			fetchRows: (order, from, to) =>
				this.#worker.send(
					(api) => api.rows(planId, order, from, to),
					(rows) => board.takeRows(order, from, rows),
				),
			paint: (rows) => {
				this.#wanted = rows;
				this.#paintNext();
			},
		});
		this.plans.setState({ phase: 'planned', summary, traits: summary.traits, board, problem: null });
	}

	/** One at a time, so that what is scrolled past is not waited for. */
	#paintNext(): void {
		const wanted = this.#wanted;
		const row = wanted?.rows[0];
		if (wanted === null || row === undefined || this.#isPainting) return;
		this.#isPainting = true;
		this.#wanted = { ...wanted, rows: wanted.rows.slice(1) };
		this.#worker.send(
			(api) => api.paint(wanted.planId, row.index, wanted.sizePx),
			(bitmap) => {
				this.#isPainting = false;
				const { board } = this.plans.getState();
				if (board?.planId === wanted.planId) board.takePicture({ planId: wanted.planId, index: row.index, bitmap });
				else bitmap?.close();
				this.#paintNext();
			},
		);
	}

	#break(): void {
		this.#isBusy = false;
		this.#isPainting = false;
		this.#lastPick++;
		this.plan(null, '');
		layersStore.setState({ ...noLayers, problem: 'Reading the layers broke off. Choose the folder again.' });
	}
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

export const layersClient = new LayersClient();
askBeforeLeaving(
	layersStore,
	({ phase, unhashedCount, upload }) => phase === 'reading' || unhashedCount > 0 || upload.phase !== 'idle',
);
