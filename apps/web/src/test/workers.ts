import { expose } from 'comlink';
import { vi } from 'vitest';

/** jsdom has no threads: an API runs in this one, called and answering later as in a thread. */
export class StubWorker extends EventTarget {
	readonly #thread = new EventTarget();
	isTerminated = false;

	constructor(api: object) {
		super();
		const { addEventListener, removeEventListener } = this.#thread;
		expose(api, {
			addEventListener: addEventListener.bind(this.#thread),
			removeEventListener: removeEventListener.bind(this.#thread),
			postMessage: (data: unknown) => this.#deliver(this, data),
		});
	}

	postMessage(data: unknown): void {
		this.#deliver(this.#thread, data);
	}

	terminate(): void {
		this.isTerminated = true;
	}

	#deliver(target: EventTarget, data: unknown): void {
		setTimeout(() => {
			if (!this.isTerminated) target.dispatchEvent(new MessageEvent('message', { data }));
		});
	}
}

/** Every worker exposes what `open` makes for its file; those that were started, in order. */
export function stubWorkers(open: (path: string) => object): readonly StubWorker[] {
	const started: StubWorker[] = [];
	vi.stubGlobal(
		'Worker',
		class extends StubWorker {
			constructor(url: URL) {
				super(open(url.pathname));
				started.push(this);
			}
		},
	);
	return started;
}
