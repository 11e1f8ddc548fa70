import type { Services } from '../context.ts';
import type { JobKind } from './define-job.ts';

/** Lets this process work on jobs of these kinds. Returns how to stop what runs beside the workers, who stop with the queue. */
export async function startHandlers(services: Services, kinds: readonly JobKind[]): Promise<{ stop(): Promise<void> }> {
	const running: { stop(): Promise<void> }[] = [];
	for (const { start } of kinds) {
		const beside = await start(services);
		if (beside !== undefined) running.push(beside);
	}
	return { stop: async () => void (await Promise.all(running.map((each) => each.stop()))) };
}
