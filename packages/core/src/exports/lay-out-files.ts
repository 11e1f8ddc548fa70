import type { ExportTarget } from '@adx/validators/exports';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';
import type { DamageServices } from '../platform/storage/integrity/damage.ts';
import { type LaidOutFiles, unpackFiles } from './pack-files.ts';
import { runTask, type TaskSource } from './run-task.ts';

/** Lays a collection out for a target, away from the thread that answers calls. Errors as `runTask`'s. */
export async function layOutFiles(
	services: DamageServices,
	{ collection, target }: { readonly collection: TaskSource; readonly target: ExportTarget },
	signal: AbortSignal,
): Promise<LaidOutFiles> {
	const answer = (sha256s: readonly string[]) => hashChunks(services, sha256s, signal);
	return unpackFiles(await runTask(collection, { kind: 'export', target }, answer, signal));
}
