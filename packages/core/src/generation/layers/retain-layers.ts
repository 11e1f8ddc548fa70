import type { DatabaseTransaction } from '@adx/db/client/database';
import { insertLayerFiles, listOwnedBlobs } from '@adx/db/repositories/uploads/layer-files';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { layersMissing } from './plan-layers-for.ts';
import type { ShownFile } from './plan-layers-worker.ts';

/**
 * Keeps the files of a job's layers for as long as the job is there; call it in the transaction that stores the job, after it
 * locked its owner: a cleanup that takes one of them meanwhile is waited for, or waits. 422 `upload_missing` for one that is
 * gone.
 */
export async function retainLayers(
	trx: DatabaseTransaction,
	ctx: RequestContext,
	{ list, files }: { readonly list: string; readonly files: readonly ShownFile[] },
): Promise<void> {
	const hashes = [...new Set([list, ...files.map(({ sha256 }) => sha256)])];
	const owned = await listOwnedBlobs(trx, requireActor(ctx).userId, hashes);
	if (owned.size < hashes.length) throw layersMissing('Some of these layers are not stored any more. Send them again.');
	await insertLayerFiles(trx, list, files);
}
