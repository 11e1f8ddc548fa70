import { proxy, type Remote, wrap } from 'comlink';

interface RunningWorker<Api> {
	readonly api: Remote<Api>;
	readonly terminate: () => void;
	/** Rejects when the worker breaks: calls that it leaves open would never settle. */
	readonly broken: Promise<never>;
}

/** The page's side of a worker that exposes an API. */
export class WorkerClient<Api> {
	readonly #start: () => Worker;
	readonly #onBroken: () => void;
	#running: RunningWorker<Api> | null = null;

	/** @param onBroken the worker could not be loaded or failed; it is closed by then, and may be opened again */
	constructor(start: () => Worker, onBroken: () => void) {
		this.#start = start;
		this.#onBroken = onBroken;
	}

	/** Starts the worker unless it runs already; false where the browser has none. */
	open(): boolean {
		if (typeof Worker === 'undefined') return false;
		this.#running ??= this.#run();
		return true;
	}

	/** Rejects as the call does, and with an empty message when there is no worker or it breaks. */
	async call<Answer extends Promise<unknown>>(ask: (api: Remote<Api>) => Answer): Promise<Awaited<Answer>> {
		if (this.#running === null) throw new Error('');
		return Promise.race([ask(this.#running.api), this.#running.broken]);
	}

	/** For calls that cannot fail: one that does breaks the worker. Does nothing where no worker runs. */
	send<Answer extends Promise<unknown>>(
		ask: (api: Remote<Api>) => Answer,
		take: (result: Awaited<Answer>) => void = () => {},
	): void {
		const running = this.#running;
		if (running !== null) Promise.resolve(ask(running.api)).then(take, () => this.#break(running));
	}

	/** Returns what throws, with an empty message, as soon as the worker that runs now has ended. */
	pin(): () => void {
		const running = this.#running;
		return () => {
			if (running === null || running !== this.#running) throw new Error('');
		};
	}

	/** To be handed to the worker; called only as long as it runs, whatever is on its way when it ends. */
	callback<Values extends unknown[]>(listener: (...values: Values) => void): (...values: Values) => void {
		const running = this.#running;
		return proxy((...values: Values) => {
			if (running === this.#running) listener(...values);
		});
	}

	/** Ends the worker; calls that are open never settle. */
	close(): void {
		this.#running?.terminate();
		this.#running = null;
	}

	#run(): RunningWorker<Api> {
		const worker = this.#start();
		const broken = new Promise<never>((_resolve, reject) => {
			worker.addEventListener('error', () => {
				reject(new Error(''));
				this.#break(running);
			});
		});
		broken.catch(() => {});
		const running = { api: wrap<Api>(worker), terminate: () => worker.terminate(), broken };
		return running;
	}

	#break(running: RunningWorker<Api>): void {
		if (running !== this.#running) return;
		this.close();
		this.#onBroken();
	}
}
