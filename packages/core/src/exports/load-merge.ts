import { buffer } from 'node:stream/consumers';
import type { CollectionFacts } from '@adx/collection/metadata';
import type { MergeJobRow } from '@adx/db/merge-schema';
import { findBlob } from '@adx/db/repositories/blobs';
import { listMergedImageSizes } from '@adx/db/repositories/merged-image-sizes';
import type { Services } from '../context.ts';
import type { TaskCollection } from './collection-task.ts';

/** A finished merge as it travels to the thread that works on it, saying of itself what `facts` say. */
export async function loadMerge(
	services: Pick<Services, 'db' | 'storage'>,
	{ id, indexSha256, packSha256 }: Pick<MergeJobRow, 'id' | 'indexSha256' | 'packSha256'>,
	facts: CollectionFacts,
): Promise<TaskCollection> {
	const archive = await readPack(services, { indexSha256, packSha256 });
	return { kind: 'merged', id, facts, ...archive, sizes: await listMergedImageSizes(services.db, id) };
}

type Packed = Pick<MergeJobRow, 'indexSha256' | 'packSha256'>;

/** Bytes of index and pack together. */
export async function countPackBytes(
	{ db }: Pick<Services, 'db'>,
	{ indexSha256, packSha256 }: Packed,
): Promise<number> {
	const blobs = await Promise.all([indexSha256, packSha256].map((sha256) => findBlob(db, sha256 ?? '')));
	return blobs.reduce((sum, blob) => sum + (blob?.sizeBytes ?? 0), 0);
}

/** Index and pack of a completed job, whole, in memory that may change hands. */
export async function readPack(
	{ storage }: Pick<Services, 'storage'>,
	{ indexSha256, packSha256 }: Packed,
): Promise<{ readonly index: Uint8Array; readonly pack: Uint8Array }> {
	if (indexSha256 === null || packSha256 === null) throw new TypeError('A completed job has an index and a pack.');
	const [index, pack] = await Promise.all([indexSha256, packSha256].map((sha256) => buffer(storage.read(sha256))));
	return { index: ownBytes(index!), pack: ownBytes(pack!) };
}

/** A small buffer may be a part of one that others use, which must not change hands. */
function ownBytes(bytes: Uint8Array): Uint8Array {
	return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
