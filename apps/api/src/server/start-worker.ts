import type { Services } from '@adx/core/platform/context';
import { startHandlers } from '@adx/core/platform/jobs/handlers';

/** Work that this process took on; `stop` gives it back. */
export interface Worker {
	/** Sends no more wake-ups. What is in hand is given back when the queue stops. */
	stop(): Promise<void>;
}

/** Lets this process draw, when its role says so. */
export async function startWorker(services: Services, role: 'all' | 'api' | 'worker'): Promise<Worker> {
	const handlers = role === 'api' ? null : await startHandlers(services);
	return { stop: async () => handlers?.stop() };
}
