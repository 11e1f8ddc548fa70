import { deleteAllEngineKeyTurns } from '@adx/db/repositories/engine-keys';
import { releaseAllClaims } from '@adx/db/repositories/generated-image-claims';
import { type EngineName, engineSchema } from '@adx/validators/generation';
import type { Services } from './context.ts';
import { runGeneration } from './generation/run.ts';
import { startOutboxSweeper } from './outbox.ts';
import type { QueueMessage } from './queue.ts';

/**
 * Jobs that one process works on at once. The forge uses all cores for one; a paid engine mostly waits, each job for
 * the answers to its own key.
 */
const jobsAtOnce: Readonly<Record<EngineName, number>> = { forge: 1, gemini: 4 };

/**
 * Lets this process take work: workers for each engine it can draw with, and the sweeper that repeats
 * lost wake-ups. Returns how to stop the sweeper; the workers stop with the queue.
 */
export async function startHandlers(services: Services): Promise<{ stop(): Promise<void> }> {
	// Embedded, this is the only process: whoever held a claim or made a call is gone.
	if (services.database.kind === 'embedded') {
		await releaseAllClaims(services.db);
		await deleteAllEngineKeyTurns(services.db);
	}
	for (const engine of engineSchema.options) {
		if (!services.engines.has(engine)) continue;
		const run = (message: QueueMessage, signal: AbortSignal) => runGeneration(services, message, signal);
		await services.queue.work(`generation-${engine}`, run, { atOnce: jobsAtOnce[engine] });
	}
	return startOutboxSweeper(services);
}
