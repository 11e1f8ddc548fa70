import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, ChangeEvent } from '@adx/validators/live';

/** What happened, as the stream sends it: continued after `id`, the next event follows. */
export interface IdentifiedEvent extends ChangeEvent {
	readonly id: string;
}

/** More of them in one event are told as everything: a client that reads slowly holds no more than this. */
const pendingMax = 200;
/** Events of a stream are at least so far apart; what changes meanwhile goes into the next one. */
const gapMs = 100;

/** What one listener has not been sent yet. */
export class ChangeStream {
	readonly #pending = new Map<string, Change>();
	readonly #onEnd: () => void;
	#everything = false;
	#id: string;
	#isEnded = false;
	#wake = Promise.withResolvers<void>();

	constructor(id: string, onEnd: () => void) {
		this.#id = id;
		this.#onEnd = onEnd;
	}

	/** @param id what continues after this change */
	add(change: Change, id: string): void {
		if (this.#isEnded) return;
		this.#id = id;
		if (!this.#everything) this.#pending.set(`${change.topic} ${change.id}`, change);
		if (this.#pending.size > pendingMax) this.addEverything(id);
		this.#wake.resolve();
	}

	addEverything(id: string): void {
		if (this.#isEnded) return;
		this.#id = id;
		this.#everything = true;
		this.#pending.clear();
		this.#wake.resolve();
	}

	/** Ends it once what is there was read, the last change included. */
	end(last?: Change): void {
		if (last !== undefined) this.add(last, this.#id);
		this.#isEnded = true;
		this.#wake.resolve();
		// Its place is free for the stream that follows it, whenever this one is read to its end.
		this.#onEnd();
	}

	/** Read it once. The first event comes at once. */
	async *events(): AsyncGenerator<IdentifiedEvent, void, void> {
		try {
			for (;;) {
				yield this.#take();
				if (this.#isEnded && this.#isEmpty()) return;
				if (!this.#isEnded) await sleep(gapMs);
				if (this.#isEmpty()) await this.#wake.promise;
				if (this.#isEnded && this.#isEmpty()) return;
			}
		} finally {
			this.end();
		}
	}

	#isEmpty(): boolean {
		return this.#pending.size === 0 && !this.#everything;
	}

	#take(): IdentifiedEvent {
		const event = { id: this.#id, everything: this.#everything, changes: [...this.#pending.values()] };
		this.#pending.clear();
		this.#everything = false;
		if (!this.#isEnded) this.#wake = Promise.withResolvers();
		return event;
	}
}
