import { WorkerClient } from '../../../lib/workers/worker-client.ts';
import type { PaintWorkerService } from './paint-worker-service.ts';
import type { StoryboardRow } from './storyboard-row.ts';

export interface PaintRequest {
	readonly planId: number;
	/** In the order in which they are wanted. */
	readonly rows: readonly StoryboardRow[];
	readonly sizePx: number;
}

export interface PaintResponse {
	readonly planId: number;
	/** The index of the row. */
	readonly index: number;
	/** Null when this browser cannot paint it. */
	readonly bitmap: ImageBitmap | null;
}

export const idleTimeoutMs = 2_000;
/** The images one thread generates before another replaces it; a thread starts in the time of a few images. */
export const imagesPerWorker = 150;

/**
 * The page's side of the painting thread. What painting leaves behind there, some 300 kB a picture, the browser collects
 * late, so the thread is ended after a number of pictures, and whenever nothing was wanted of it for a while.
 */
export class PaintClient {
	readonly #answer: (answer: PaintResponse) => void;
	readonly #idleMs: number;
	readonly #worker = new WorkerClient<PaintWorkerService>(
		() => new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' }),
		() => this.#giveUp(),
	);
	#rest: ReturnType<typeof setTimeout> | undefined;
	/** What was asked last, with the rows that did not come yet. */
	#wanted: PaintRequest | null = null;
	#isPainting = false;
	/** Pictures that came from this thread. */
	#painted = 0;

	/** @param idleMs the thread ends when nothing was wanted for so long */
	constructor(answer: (answer: PaintResponse) => void, idleMs = idleTimeoutMs) {
		this.#answer = answer;
		this.#idleMs = idleMs;
	}

	/** Paints these rows, and nothing asked for before. */
	paint(request: PaintRequest): void {
		this.#wanted = request;
		this.#paintNext();
		this.#restLater();
	}

	/** Ends the thread; painting starts a new one. */
	close(): void {
		clearTimeout(this.#rest);
		this.#wanted = null;
		this.#endThread();
	}

	#endThread(): void {
		this.#worker.close();
		this.#isPainting = false;
		this.#painted = 0;
	}

	#paintNext(): void {
		const wanted = this.#wanted;
		const row = wanted?.rows[0];
		if (wanted === null || row === undefined || this.#isPainting) return;
		this.#isPainting = this.#worker.open();
		this.#worker.send(
			(api) => api.paint(row, wanted.sizePx),
			(bitmap) => this.#take({ planId: wanted.planId, index: row.index, bitmap }),
		);
	}

	#take(answer: PaintResponse): void {
		this.#isPainting = false;
		this.#painted++;
		const wanted = this.#wanted;
		if (wanted?.planId === answer.planId) {
			this.#wanted = { ...wanted, rows: wanted.rows.filter(({ index }) => index !== answer.index) };
		}
		if (this.#painted >= imagesPerWorker) this.#endThread();
		this.#paintNext();
		this.#restLater();
		this.#answer(answer);
	}

	/** What a broken thread owes is reported as unpaintable. */
	#giveUp(): void {
		const owed = this.#wanted;
		this.close();
		for (const { index } of owed?.rows ?? []) this.#answer({ planId: owed?.planId ?? -1, index, bitmap: null });
	}

	#restLater(): void {
		clearTimeout(this.#rest);
		if ((this.#wanted?.rows.length ?? 0) > 0) return;
		this.#rest = setTimeout(() => this.#endThread(), this.#idleMs);
	}
}
