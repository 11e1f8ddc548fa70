import { findOwnedBlob } from '@adx/db/repositories/uploads/owner-blobs';
import type { StartLayersInput } from '@adx/validators/generation/generation-order';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { readStoredFile } from '../../platform/storage/integrity/read-verified.ts';
import { readJsonBatches } from '../../platform/threads/json-batches.ts';
import { createThreads, ThreadTimeoutError } from '../../platform/threads/threads.ts';
import { layerListMime } from '../../uploads/receive-upload.ts';
import type { LayersFacts, LayersOutcome, LayersTask, PlannedLayers, ShownFile } from './plan-layers-worker.ts';

const threads = createThreads<LayersTask, LayersOutcome>({
	worker: new URL('./plan-layers-worker.ts', import.meta.url),
	max: 2,
	heapMb: 768,
	transfer: ({ list }) => [list.buffer as ArrayBuffer],
	// Dense rules over many values take a few seconds.
	deadlineMs: 60_000,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your collections are being planned already. Try again in a few seconds.',
});

export interface LayersPlan<Row> extends LayersFacts {
	readonly rows: readonly Row[];
	/** All that are listed, in that order. */
	readonly files: readonly ShownFile[];
}

/**
 * Reads an uploaded list of layers, and plans and ranks a collection of them: same list, order and seed, same rows, each as
 * `toRow` makes it. 422 `upload_missing` for a list that the caller did not upload, `bad_layers` and `plan_impossible` with
 * what is wrong; `rate_limited` when the account has too many plans waiting, or one that takes too long.
 */
export async function planLayersFor<Row>(
	ctx: RequestContext,
	{ layers, batchSize, steering = [] }: StartLayersInput,
	seed: string,
	toRow: (row: PlannedLayers) => Row,
): Promise<LayersPlan<Row>> {
	const { userId } = requireActor(ctx);
	const blob = await findOwnedBlob(ctx.db, userId, layers);
	if (blob?.mime !== layerListMime)
		throw layersMissing('The list of these layers has not been uploaded. Send it again.');
	const list = await readStoredFile(ctx, layers);
	const outcome = await threads
		.run({ list, batchSize, steering, seed }, { account: userId })
		.catch((error: unknown) => {
			throw error instanceof ThreadTimeoutError ? tooLong : error;
		});
	if (outcome.kind !== 'planned') {
		const reason = outcome.kind === 'impossible' ? 'plan_impossible' : 'bad_layers';
		throw new AppError('MISMATCH', { reason, message: outcome.message });
	}
	const files = await readJsonBatches(outcome.files, (file: ShownFile) => file);
	return { ...outcome.facts, files, rows: await readJsonBatches(outcome.rows, toRow) };
}

/** 422 `upload_missing` with that sentence. */
export const layersMissing = (message: string) => new AppError('MISMATCH', { reason: 'upload_missing', message });

const tooLong = new AppError('LIMIT', {
	reason: 'rate_limited',
	message: 'Planning this takes too long. Try again with fewer rules, or fewer images.',
	meta: { retryAfterSeconds: 60 },
});
