interface CachedResult<Value> {
	readonly value: Promise<Value>;
	readonly stop: AbortController;
	/** Callers that wait for it. */
	waiting: number;
}

/**
 * Remembers the last few results of work that takes long, by key; a failure is forgotten. What is under way is shared by
 * all who ask for it: it stops, through the signal it was given, when the last of them has left by a signal of their own.
 */
export function createRecentCache<Value>(
	max: number,
): (key: string, work: (signal: AbortSignal) => Promise<Value>, caller?: AbortSignal) => Promise<Value> {
	const recent = new Map<string, CachedResult<Value>>();
	const forget = (key: string, recalled: CachedResult<Value>) => {
		if (recent.get(key) === recalled) recent.delete(key);
	};
	return async (key, work, caller) => {
		caller?.throwIfAborted();
		const recalled = recent.get(key) ?? startWork(work);
		// The one asked for last stands at the end.
		recent.delete(key);
		recent.set(key, recalled);
		recalled.value.catch(() => forget(key, recalled));
		const [oldest] = recent.keys();
		if (recent.size > max && oldest !== undefined) recent.delete(oldest);
		if (caller === undefined) {
			recalled.waiting += 1;
			return recalled.value;
		}
		return waitFor(recalled, caller, () => {
			// At once, so that nobody comes to share what is being stopped.
			forget(key, recalled);
			recalled.stop.abort(caller.reason);
		});
	};
}

function startWork<Value>(work: (signal: AbortSignal) => Promise<Value>): CachedResult<Value> {
	const stop = new AbortController();
	return { value: work(stop.signal), stop, waiting: 0 };
}

/** The value, or the caller's reason as soon as they leave. */
async function waitFor<Value>(recalled: CachedResult<Value>, caller: AbortSignal, allLeft: () => void): Promise<Value> {
	recalled.waiting += 1;
	const left = Promise.withResolvers<never>();
	const leave = () => {
		recalled.waiting -= 1;
		if (recalled.waiting === 0) allLeft();
		left.reject(caller.reason);
	};
	caller.addEventListener('abort', leave, { once: true });
	try {
		return await Promise.race([recalled.value, left.promise]);
	} finally {
		caller.removeEventListener('abort', leave);
	}
}
