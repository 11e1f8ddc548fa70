import { type ByteRun, type FileSource, sourceOfRuns } from '@adx/collection/file-source';
import { computeZipLayout, type ZipEntry, type ZipLayout } from '@adx/collection/zip-layout';
import type { ExportTarget } from '@adx/validators/exports';
import type { DamageServices } from '../platform/storage/integrity/damage.ts';
import type { ExportOutcome } from './collection-task.ts';
import { hashChunks } from './hash-chunks.ts';
import { type Workable, workOn } from './work-on.ts';

/** The files of an export, each with where its bytes lie. */
export interface LaidOutFiles {
	readonly files: readonly { readonly entry: ZipEntry; readonly source: FileSource }[];
	/** Of the zip of these files. */
	readonly etag: string;
}

/** Lays a collection out for a target, away from the thread that answers calls where it is large. Errors as `workOn`'s. */
export async function layOutFiles(
	services: DamageServices,
	{ collection, target }: { readonly collection: Workable; readonly target: ExportTarget },
	signal: AbortSignal,
): Promise<LaidOutFiles> {
	const answer = (sha256s: readonly string[]) => hashChunks(services, sha256s, signal);
	return unpackFiles(await workOn(collection, { kind: 'export', target }, answer, signal));
}

/** Files as they came from a thread, with where their bytes lie. */
export function unpackFiles({ files, etag, pack }: Pick<ExportOutcome, 'files' | 'etag' | 'pack'>): LaidOutFiles {
	const unpacked = files.map(({ entry, runs }) => ({ entry, source: toSource(runs.map((run) => unpack(run, pack))) }));
	return { files: unpacked, etag };
}

/** A file that is one stored object, or one text, is known as such. */
function toSource(runs: readonly ByteRun[]): FileSource {
	const [run] = runs;
	if (run === undefined || runs.length > 1) return sourceOfRuns(runs);
	return run.kind === 'blob'
		? { kind: 'blob', sha256: run.sha256, offset: run.offset }
		: { kind: 'text', bytes: run.bytes };
}

/** The same as a zip that is computed. */
export function zipOf({ files, etag }: LaidOutFiles): {
	readonly layout: ZipLayout;
	readonly sources: readonly FileSource[];
} {
	const layout = computeZipLayout(
		files.map(({ entry }) => entry),
		etag,
	);
	return { layout, sources: files.map(({ source }) => source) };
}

function unpack({ sha256, offset, length }: ExportOutcome['files'][number]['runs'][number], pack: Uint8Array): ByteRun {
	if (sha256 !== null) return { kind: 'blob', sha256, offset, length };
	return { kind: 'bytes', bytes: pack.subarray(offset, offset + length) };
}
