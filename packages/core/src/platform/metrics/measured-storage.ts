import type { Storage } from '../storage/types.ts';
import { traced } from '../tracing/tracing.ts';
import type { Metrics } from './metrics.ts';

/** What is one exchange with the medium; streams end with their reader, and lists with who walks through them. */
const measured = ['put', 'putStream', 'open', 'readRanges', 'verify', 'deleteUnlessFresh', 'freeBytes'] as const;
const isMeasured = (name: string | symbol): name is (typeof measured)[number] =>
	(measured as readonly (string | symbol)[]).includes(name);

/** The same storage, whose calls are timed and traced. */
export function measureStorage(storage: Storage, { storageCalls }: Metrics): Storage {
	return new Proxy(storage, {
		get(target, name) {
			const call: unknown = Reflect.get(target, name);
			if (typeof call !== 'function') return call;
			if (!isMeasured(name)) return call.bind(target);
			return (...args: unknown[]) =>
				traced(`storage ${name}`, {}, async () => {
					const end = storageCalls.startTimer({ operation: name });
					try {
						const result: unknown = await call.apply(target, args);
						end({ result: 'ok' });
						return result;
					} catch (error) {
						end({ result: 'failed' });
						throw error;
					}
				});
		},
	});
}
