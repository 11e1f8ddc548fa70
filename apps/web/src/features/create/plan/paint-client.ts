import type { PaintRequest, PaintResponse } from './paint-worker-service.ts';

export const idleTimeoutMs = 2_000;
/** Of one thread, until another takes its place; a thread starts in the time of a few pictures. */
export const imagesPerWorker = 150;

/**
 * The page's side of the painting thread. What painting leaves behind there, some 300 kB a picture, the browser collects
 * late, so the thread is ended after a number of pictures, and whenever nothing was wanted of it for a while.
 */
export class PaintClient {
	readonly #answer: (answer: PaintResponse) => void;
	#worker: Worker | null = null;
	#rest: ReturnType<typeof setTimeout> | undefined;
	/** What was asked last, with the rows that did not come yet. */
	#wanted: PaintRequest | null = null;
	/** Pictures that came from this thread. */
	#painted = 0;

	constructor(answer: (answer: PaintResponse) => void) {
		this.#answer = answer;
	}

	/** Paints these rows, and nothing asked for before. */
	paint(question: PaintRequest): void {
		this.#wanted = question;
		if (question.rows.length > 0) this.#worker ??= this.#openWorker();
		this.#worker?.postMessage(question);
		this.#restLater();
	}

	/** Ends the thread; painting starts a new one. */
	close(): void {
		clearTimeout(this.#rest);
		this.#wanted = null;
		this.#endThread();
	}

	#endThread(): void {
		this.#worker?.terminate();
		this.#worker = null;
		this.#painted = 0;
	}

	#openWorker(): Worker {
		const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' });
		worker.addEventListener('message', ({ data }: MessageEvent<PaintResponse>) => this.#take(data));
		worker.addEventListener('error', () => this.#giveUp());
		return worker;
	}

	#take(answer: PaintResponse): void {
		this.#painted++;
		const wanted = this.#wanted;
		if (wanted?.planId === answer.planId) {
			this.#wanted = { ...wanted, rows: wanted.rows.filter(({ index }) => index !== answer.index) };
		}
		if (this.#painted >= imagesPerWorker) {
			this.#endThread();
			if (this.#wanted !== null) this.paint(this.#wanted);
		} else this.#restLater();
		this.#answer(answer);
	}

	/** What a broken thread owes is told to be unpaintable. */
	#giveUp(): void {
		const owed = this.#wanted;
		this.close();
		for (const { index } of owed?.rows ?? []) this.#answer({ planId: owed?.planId ?? -1, index, bitmap: null });
	}

	#restLater(): void {
		clearTimeout(this.#rest);
		if (this.#worker === null || (this.#wanted?.rows.length ?? 0) > 0) return;
		this.#rest = setTimeout(() => this.#endThread(), idleTimeoutMs);
	}
}
