import { chunkCount } from '@adx/collection/archive/cid';
import type { ExportCollection } from '@adx/collection/export/export-collection';
import { exportFiles, listNamedByCid } from '@adx/collection/export/targets/export-targets';
import type { ExportTarget } from '@adx/validators/exports';
import type { FileChunks } from '../platform/ipfs/hash-chunks.ts';
import type { ExportOutcome } from './collection-task.ts';
import { packFiles } from './pack-files.ts';

/** Tells the chunks of pictures by their hashes. */
export type RequestChunks = (sha256s: readonly string[]) => Promise<FileChunks>;

/** Lays a collection out for a target; asks for the chunks of large pictures where CIDs need them. */
export async function layOutExport(
	collection: ExportCollection,
	target: ExportTarget,
	requestChunks: RequestChunks,
): Promise<ExportOutcome> {
	return packFiles(await exportFiles(await withChunks(collection, target, requestChunks), target));
}

async function withChunks(
	collection: ExportCollection,
	target: ExportTarget,
	requestChunks: RequestChunks,
): Promise<ExportCollection> {
	const large = listNamedByCid(collection, target).flatMap(({ image }) =>
		image !== null && chunkCount(image.sizeBytes) > 1 ? [image.sha256] : [],
	);
	if (large.length === 0) return collection;
	const chunks = await requestChunks([...new Set(large)]);
	const tokens = collection.tokens.map(({ tokenNumber, fileName, image }, index) => {
		const known = image === null ? undefined : chunks.get(image.sha256);
		return {
			tokenNumber,
			fileName,
			image: image === null || known === undefined ? image : { ...image, chunks: known },
			get metadata() {
				return collection.tokens[index]!.metadata;
			},
		};
	});
	return { ...collection, tokens };
}
