import { releaseAllClaims } from '@adx/db/repositories/generated-images';
import { engineSchema } from '@adx/validators/generation';
import type { Services } from './context.ts';
import { runGeneration } from './generation/run.ts';
import { startOutboxSweeper } from './outbox.ts';

/**
 * Lets this process take work: one worker per engine it can draw with, and the sweeper that repeats
 * lost wake-ups. Returns how to stop the sweeper; the workers stop with the queue.
 */
export async function startHandlers(services: Services): Promise<{ stop(): Promise<void> }> {
	// Embedded, this is the only process: whoever held a claim is gone.
	if (services.database.kind === 'embedded') await releaseAllClaims(services.db);
	for (const engine of engineSchema.options) {
		if (!services.engines.has(engine)) continue;
		await services.queue.work(`generation-${engine}`, (message, signal) => runGeneration(services, message, signal));
	}
	return startOutboxSweeper(services);
}
