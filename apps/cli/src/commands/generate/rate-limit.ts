import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;

/** Spreads the calls of this process with one key. */
export interface Pace {
	/** Resolves when the next call may begin; rejects with the reason of `signal`. */
	next(signal: AbortSignal): Promise<void>;
	/** Nobody calls for so long, and from then on half as often, but once a minute. */
	rest(waitMs: number): void;
}

/** So many calls a minute, evenly, as long as nobody is told to rest. */
export function createPace(startRatePerMinute: number): Pace {
	let ratePerMinute = startRatePerMinute;
	let nextAtMs = 0;
	return {
		next: async (signal) => {
			for (;;) {
				const waitMs = nextAtMs - performance.now();
				if (waitMs <= 0) break;
				await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
			}
			signal.throwIfAborted();
			nextAtMs = performance.now() + minuteMs / ratePerMinute;
		},
		rest: (waitMs) => {
			ratePerMinute = Math.max(1, ratePerMinute / 2);
			nextAtMs = Math.max(nextAtMs, performance.now() + waitMs);
		},
	};
}
