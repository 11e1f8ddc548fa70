import type { Services } from '@adx/core/context';
import { startHandlers } from '@adx/core/handlers';

/** Work that this process took on; `stop` gives it back. */
export interface Worker {
	/** Claims nothing more and waits for what is in hand, at most `timeoutMs`. */
	stop(timeoutMs: number): Promise<void>;
}

/** Lets this process draw, when its role says so. The queue is stopped with it, worker or not. */
export async function startWorker(services: Services, role: 'all' | 'api' | 'worker'): Promise<Worker> {
	const handlers = role === 'api' ? null : await startHandlers(services);
	return {
		stop: async (timeoutMs) => {
			await handlers?.stop();
			await services.queue.stop(timeoutMs);
		},
	};
}
