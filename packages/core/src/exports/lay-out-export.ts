import { chunkCount } from '@adx/collection/cid';
import { exportFiles } from '@adx/collection/export';
import { coverOf, type ExportCollection } from '@adx/collection/export-collection';
import type { ExportFile } from '@adx/collection/export-folders';
import { byteRuns } from '@adx/collection/file-source';
import { computeZipLayout } from '@adx/collection/zip-layout';
import type { ExportTarget } from '@adx/validators/exports';
import type { ChunksAnswer, ExportOutcome, PackedRun } from './collection-task.ts';
import { joinBytes } from './join-bytes.ts';

/** Tells the chunks of pictures by their hashes. */
export type AskChunks = (sha256s: readonly string[]) => Promise<ChunksAnswer>;

/** Lays a collection out for a target; asks for the chunks of large pictures where CIDs need them. */
export async function layOutExport(
	collection: ExportCollection,
	target: ExportTarget,
	askChunks: AskChunks,
): Promise<ExportOutcome> {
	return packFiles(await exportFiles(await withChunks(collection, target, askChunks), target));
}

/** Files as they travel from a thread: what is not stored is packed into one run of bytes. */
export function packFiles(files: readonly Pick<ExportFile, 'entry' | 'source'>[]): ExportOutcome {
	const { etag } = computeZipLayout(files.map(({ entry }) => entry));
	const parts: Uint8Array[] = [];
	let packed = 0;
	const packRuns = ({ entry, source }: Pick<ExportFile, 'entry' | 'source'>) =>
		Array.from(byteRuns(source, 0, entry.sizeBytes), (run): PackedRun => {
			if (run.kind === 'blob') return { sha256: run.sha256, offset: run.offset, length: run.length };
			parts.push(run.bytes);
			packed += run.bytes.length;
			return { sha256: null, offset: packed - run.bytes.length, length: run.bytes.length };
		});
	const told = files.map((file) => ({ entry: { ...file.entry }, runs: packRuns(file) }));
	return { kind: 'export', etag, files: told, pack: joinBytes(parts) };
}

async function withChunks(
	collection: ExportCollection,
	target: ExportTarget,
	askChunks: AskChunks,
): Promise<ExportCollection> {
	const named = target === 'car' ? collection.tokens : target === 'contract' ? [coverOf(collection)] : [];
	const large = named.flatMap(({ image }) => (image !== null && chunkCount(image.sizeBytes) > 1 ? [image.sha256] : []));
	if (large.length === 0) return collection;
	const chunks = await askChunks([...new Set(large)]);
	const tokens = collection.tokens.map(({ tokenNumber, fileName, image, ...token }, index) => {
		const known = image === null ? undefined : chunks.get(image.sha256);
		return {
			...token,
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
