import { proxy, type Remote, wrap } from 'comlink';

type Reject = (error: Error) => void;

interface RunningWorker<Api> {
	readonly api: Remote<Api>;
	readonly terminate: () => void;
	/** Reject the calls that are open: once it breaks they would never settle. */
	readonly open: Set<Reject>;
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
		const { api, open } = this.#running;
		let reject: Reject = () => {};
		// One for each call: a promise of the worker's own would keep what every call was raced with.
		const broken = new Promise<never>((_resolve, fail) => {
			reject = fail;
		});
		open.add(reject);
		try {
			return await Promise.race([ask(api), broken]);
		} finally {
			open.delete(reject);
		}
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
		const running = { api: wrap<Api>(worker), terminate: () => worker.terminate(), open: new Set<Reject>() };
		worker.addEventListener('error', () => {
			for (const reject of running.open) reject(new Error(''));
			this.#break(running);
		});
		return running;
	}

	#break(running: RunningWorker<Api>): void {
		if (running !== this.#running) return;
		this.close();
		this.#onBroken();
	}
}
