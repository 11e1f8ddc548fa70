import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileChunk } from '@adx/collection/archive/cid';
import { createFileDigest } from '@adx/collection/archive/file-digest';
import { type DamageServices, toReadError } from '../storage/integrity/damage.ts';
import { DamagedObjectError } from '../storage/types.ts';

/** The chunks of files, by their hash. */
export type FileChunks = ReadonlyMap<string, readonly FileChunk[]>;

/** By the file's hash, the last used at the end: a hundred bytes for each chunk of 1 MiB. */
const known = new Map<string, readonly FileChunk[]>();
const knownMax = 20_000;

/**
 * Reads stored files through and returns the chunks that their CIDs are made of; results are remembered. Throws 502
 * `file_damaged` or 409 `storage_away`.
 */
export async function hashChunks(
	services: DamageServices,
	sha256s: readonly string[],
	signal?: AbortSignal,
): Promise<FileChunks> {
	const answer = new Map<string, readonly FileChunk[]>();
	for (const sha256 of sha256s) {
		signal?.throwIfAborted();
		const chunks = known.get(sha256) ?? (await readChunks(services, sha256));
		known.delete(sha256);
		known.set(sha256, chunks);
		answer.set(sha256, chunks);
		const [oldest] = known.keys();
		if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
	}
	return answer;
}

async function readChunks(services: DamageServices, sha256: string): Promise<readonly FileChunk[]> {
	const digest = createFileDigest({ sha256: () => createHash('sha256'), crc32 }, { withChunks: true });
	try {
		for await (const bytes of services.storage.read(sha256) as AsyncIterable<Buffer>) digest.update(bytes);
		const { sha256: found, chunks = [] } = digest.finish();
		// Else a CID would promise what the file must not hold.
		if (found !== sha256) throw new DamagedObjectError(sha256, 'content');
		return chunks;
	} catch (error) {
		throw await toReadError(services, error);
	}
}
