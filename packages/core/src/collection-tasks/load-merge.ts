import type { CollectionFacts } from '@adx/collection/metadata/metadata';
import { listMergedImageSizes } from '@adx/db/repositories/merge/merged-images';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { DamageServices } from '../platform/storage/integrity/damage.ts';
import { readStoredFile } from '../platform/storage/integrity/read-verified.ts';
import { toJsonBatch } from '../platform/threads/json-batches.ts';
import { yieldToEventLoop } from '../platform/threads/yield-to-event-loop.ts';
import type { TaskCollection } from './collection-task.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 500;

/** A finished merge as it travels to the thread that works on it, saying of itself what `facts` say. */
export async function loadMerge(
	services: DamageServices,
	{ id, indexSha256, packSha256, totalImages }: Pick<MergeJobRow, 'id' | 'indexSha256' | 'packSha256' | 'totalImages'>,
	facts: CollectionFacts,
): Promise<TaskCollection> {
	const archive = await readPack(services, { indexSha256, packSha256 });
	const sizes: Uint8Array<ArrayBuffer>[] = [];
	for (let first = 1; first <= totalImages; first += rowsPerSlice) {
		if (first > 1) await yieldToEventLoop();
		sizes.push(toJsonBatch(await listMergedImageSizes(services.db, id, { first, last: first + rowsPerSlice - 1 })));
	}
	return { kind: 'merged', id, facts, ...archive, sizes };
}

type Packed = Pick<MergeJobRow, 'indexSha256' | 'packSha256'>;

/** Bytes of index and pack together. */
export async function countPackBytes(
	{ db }: Pick<DamageServices, 'db'>,
	{ indexSha256, packSha256 }: Packed,
): Promise<number> {
	const blobs = await Promise.all([indexSha256, packSha256].map((sha256) => findBlob(db, sha256 ?? '')));
	return blobs.reduce((sum, blob) => sum + (blob?.sizeBytes ?? 0), 0);
}

/** Index and pack of a completed job, whole, in memory that may change hands. */
export async function readPack(
	services: DamageServices,
	{ indexSha256, packSha256 }: Packed,
): Promise<{ readonly index: Uint8Array; readonly pack: Uint8Array }> {
	if (indexSha256 === null || packSha256 === null) throw new TypeError('A completed job has an index and a pack.');
	const [index, pack] = await Promise.all([indexSha256, packSha256].map((sha256) => readStoredFile(services, sha256)));
	return { index: index!, pack: pack! };
}
