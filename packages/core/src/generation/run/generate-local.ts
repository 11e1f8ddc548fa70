import { isConnectionError } from '@adx/db/client/database-errors';
import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import { imageSizePx } from '@adx/validators/limits';
import { loadLayers } from '../../engines/layers/load-layers.ts';
import type { EngineImage } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { getActiveSpan, traced } from '../../platform/tracing/tracing.ts';
import { decideFailure } from './decide-failure.ts';
import type { ImageTask } from './image-task.ts';
import { giveUp, releaseForRetry, releaseUnstored } from './release-row.ts';
import { StorageRejectedError, storeImage } from './store-image.ts';

/** A picture that fails this often is given up; the job goes on without it. */
const maxAttempts = 5;

/** Draws and stores one row with an engine that costs nothing; a failure puts it back or gives it up. */
export async function generateLocal(services: Services, work: ImageTask): Promise<void> {
	const { row, token, engine, signal } = work;
	if (await giveUpAfterCrashes(services, work)) return;
	const imageSeed = getVersionSeed(row);
	let image: EngineImage;
	try {
		signal.throwIfAborted();
		const layers = await loadLayers(services, row, work.job);
		const request = { traits: row.traits, imageSeed, sizePx: imageSizePx, previews: true, signal, ...layers };
		image = await traced('draw', {}, () => engine.draw(request));
	} catch (error) {
		if (signal.aborted) return;
		return handleFreeError(services, work, error);
	}
	try {
		await storeImage(services, { row, token, image, imageSeed });
	} catch (error) {
		if (isConnectionError(error)) throw error;
		const isStorage = error instanceof StorageRejectedError || isStorageFull(error);
		await (isStorage ? releaseUnstored(services, work, error as Error) : handleFreeError(services, work, error));
	}
}

/** Counted up by each claim: beyond the limit, whatever took the row up never lived to tell what happened. */
export async function giveUpAfterCrashes(services: Services, work: ImageTask): Promise<boolean> {
	if (work.row.attempts <= maxAttempts) return false;
	await giveUp(services, work, { failure: 'engine', message: 'It ended the process that drew it.', call: null });
	return true;
}

/** The planned seed for the first version; each later one has its own, so that it looks different. */
export function getVersionSeed({ imageSeed, versionCount }: GeneratedImageRow): string {
	return versionCount === 0 ? imageSeed : `${imageSeed}~v${versionCount + 1}`;
}

async function handleFreeError(services: Services, work: ImageTask, error: unknown): Promise<void> {
	const { row } = work;
	getActiveSpan()?.fail(error);
	services.log.warn({ err: error, imageId: row.id, attempts: row.attempts }, 'image was not drawn');
	const message = error instanceof Error ? error.message : String(error);
	const { tries: failureCounts, attempts: timesClaimed } = row;
	const decision = decideFailure({ kind: 'engine', failureCounts, timesClaimed, retryAfterMs: null, random: 0 });
	if (decision.action === 'give_up') {
		await giveUp(services, work, { failure: decision.failure, message, call: null });
	} else if (decision.action === 'retry') {
		await releaseForRetry(services, work, { ...decision, message, call: null });
	}
}
