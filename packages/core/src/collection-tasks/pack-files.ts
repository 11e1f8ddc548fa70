import { type ByteRun, byteRuns, createRunsSource, type FileSource } from '@adx/collection/archive/file-source';
import { computeZipLayout, type ZipLayout } from '@adx/collection/archive/zip-layout';
import type { ExportFile } from '@adx/collection/export/export-file';
import { readJsonBatches, toJsonBatches } from '../platform/threads/json-batches.ts';
import { joinBytes } from '../platform/threads/transfer-buffers.ts';
import type { ExportOutcome, PackedFile, PackedRun } from './collection-task.ts';

/** Files laid out as a zip, each with where its bytes lie. */
export interface LaidOutFiles {
	readonly layout: ZipLayout;
	/** One per entry of the layout. */
	readonly sources: readonly FileSource[];
}

/** Files as they travel from a thread: what is not stored is packed into one run of bytes. */
export function packFiles(files: readonly Pick<ExportFile, 'entry' | 'source'>[]): ExportOutcome {
	const { entries, ...layout } = computeZipLayout(files.map(({ entry }) => entry));
	const parts: Uint8Array[] = [];
	const runs: PackedRun[] = [];
	let packed = 0;
	const packedFiles = files.map(({ entry, source }): PackedFile => {
		const before = runs.length;
		for (const run of byteRuns(source, 0, entry.sizeBytes)) {
			if (run.kind === 'blob') runs.push({ sha256: run.sha256, offset: run.offset, length: run.length });
			else {
				runs.push({ sha256: null, offset: packed, length: run.bytes.length });
				parts.push(run.bytes);
				packed += run.bytes.length;
			}
		}
		return { entry, runCount: runs.length - before };
	});
	return {
		kind: 'export',
		files: toJsonBatches(packedFiles),
		runs: toJsonBatches(runs),
		layout,
		pack: joinBytes(parts),
	};
}

/** Files as they came from a thread, which has computed their layout. */
export async function unpackFiles({ files, runs, layout, pack }: Omit<ExportOutcome, 'kind'>): Promise<LaidOutFiles> {
	const unpacked = await readJsonBatches(runs, (run: PackedRun) => unpack(run, pack));
	const sources: FileSource[] = [];
	let taken = 0;
	const entries = await readJsonBatches(files, ({ entry, runCount }: PackedFile) => {
		sources.push(toSource(unpacked.slice(taken, taken + runCount)));
		taken += runCount;
		return entry;
	});
	return { layout: { ...layout, entries }, sources };
}

function unpack({ sha256, offset, length }: PackedRun, pack: Uint8Array): ByteRun {
	if (sha256 !== null) return { kind: 'blob', sha256, offset, length };
	return { kind: 'bytes', bytes: pack.subarray(offset, offset + length) };
}

/** A file that is one stored object, or one text, is known as such. */
function toSource(runs: readonly ByteRun[]): FileSource {
	const [run] = runs;
	if (run === undefined || runs.length > 1) return createRunsSource(runs);
	return run.kind === 'blob'
		? { kind: 'blob', sha256: run.sha256, offset: run.offset }
		: { kind: 'text', bytes: run.bytes };
}
