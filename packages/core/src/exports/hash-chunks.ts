import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileChunk } from '@adx/collection/cid';
import { createFileDigest } from '@adx/collection/file-digest';
import type { Storage } from '../storage/types.ts';
import type { ChunksAnswer } from './collection-task.ts';

/** By the file's hash, the last used at the end: a hundred bytes for each chunk of 1 MiB. */
const known = new Map<string, readonly FileChunk[]>();
const knownMax = 20_000;

/** Reads stored files through and tells the chunks that their CIDs are made of; what was told once is remembered. */
export async function hashChunks(
	storage: Storage,
	sha256s: readonly string[],
	signal?: AbortSignal,
): Promise<ChunksAnswer> {
	const answer = new Map<string, readonly FileChunk[]>();
	for (const sha256 of sha256s) {
		signal?.throwIfAborted();
		const chunks = known.get(sha256) ?? (await readChunks(storage, sha256));
		known.delete(sha256);
		known.set(sha256, chunks);
		answer.set(sha256, chunks);
		const [oldest] = known.keys();
		if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
	}
	return answer;
}

async function readChunks(storage: Storage, sha256: string): Promise<readonly FileChunk[]> {
	const digest = createFileDigest({ sha256: () => createHash('sha256'), crc32 }, { wantsChunks: true });
	for await (const bytes of storage.read(sha256) as AsyncIterable<Buffer>) digest.update(bytes);
	return digest.finish().chunks ?? [];
}
