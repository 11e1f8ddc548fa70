import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type ByteRun, byteRuns } from '@adx/collection/archive/file-source';
import { computeZipLayout, segmentsForRange } from '@adx/collection/archive/zip-layout';
import type { ExportFile } from '@adx/collection/export/export-file';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { createProgress, formatMegabytes } from '../../command-line/progress.ts';
import {
	createFolders,
	removeCreatedFolders,
	replaceFiles,
	writeCompleteFile,
} from '../../output-files/replace-files.ts';

/** Reads a part of an original by its SHA-256. */
export type ReadOriginal = (sha256: string, offset: number, length: number) => AsyncIterable<Uint8Array>;

export interface WriteOptions {
	readonly files: readonly ExportFile[];
	readonly readOriginal: ReadOriginal;
	/** A folder, or a file that ends in .zip. */
	readonly out: string;
	readonly force: boolean;
	readonly signal: AbortSignal;
}

/**
 * Refuses a target that holds something already, or whose files would replace what is exported, before any work is done
 * for it.
 */
export async function assertTargetUsable({ from, out, force }: Pick<WriteOptions, 'out' | 'force'> & { from: string }) {
	await withSystemErrors(`--out ${out}`, async () => {
		const facts = await stat(out).catch(() => null);
		if (facts === null) return;
		if (await overwritesSource(from, out, force)) {
			throw new UsageError(`--out ${out}: would write over ${from}, which is read. Name another folder or file.`);
		}
		if (isZip(out)) {
			if (facts.isDirectory()) throw new UsageError(`--out ${out}: is a folder. Name a file.`);
			if (!force) throw new UsageError(`--out ${out}: is there already. Name another, or add --force.`);
			return;
		}
		if (!facts.isDirectory())
			throw new UsageError(`--out ${out}: is a file. Name a folder, or a file that ends in .zip.`);
		const [first] = await readdir(out);
		if (first !== undefined && !force) {
			throw new UsageError(`--out ${out}: the folder is not empty, it holds ${first}. Name another, or add --force.`);
		}
	});
}

async function overwritesSource(from: string, out: string, force: boolean): Promise<boolean> {
	const source = await realpath(from).catch(() => null);
	if (source === null) return false;
	const target = await realpath(out);
	if (source === target) return true;
	if (!force || isZip(out)) return false;
	return isWithin(source, target) || isWithin(target, source);
}

function isWithin(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Writes the files under other names until all are whole: when it fails or is interrupted, what was there is as it was. */
export async function writeExport(writing: WriteOptions): Promise<void> {
	await withSystemErrors(`--out ${writing.out}`, () => (isZip(writing.out) ? writeZip(writing) : writeFolder(writing)));
}

const isZip = (path: string) => path.toLowerCase().endsWith('.zip');

async function writeFolder(writing: WriteOptions): Promise<void> {
	const { files, out } = writing;
	await writeStaged(
		files.map(({ entry, source }) => ({
			path: join(out, ...entry.name.split('/')),
			sizeBytes: entry.sizeBytes,
			runs: () => byteRuns(source, 0, entry.sizeBytes),
		})),
		writing,
	);
}

async function writeZip(writing: WriteOptions): Promise<void> {
	const { files, out } = writing;
	const layout = computeZipLayout(files.map(({ entry }) => entry));
	function* runs(): Generator<ByteRun> {
		for (const segment of segmentsForRange(layout, 0, layout.totalBytes - 1)) {
			if (segment.kind === 'bytes') yield segment;
			else yield* byteRuns(files[segment.index]!.source, segment.offset, segment.length);
		}
	}
	await writeStaged([{ path: out, sizeBytes: layout.totalBytes, runs }], writing);
}

interface StagedFile {
	readonly path: string;
	readonly sizeBytes: number;
	readonly runs: () => Iterable<ByteRun>;
}

async function writeStaged(files: readonly StagedFile[], writing: WriteOptions): Promise<void> {
	const mark = randomBytes(6).toString('hex');
	const toPartPath = (index: number, path: string) => join(dirname(path), `.adx-${mark}-${index}.part`);
	const folders = await createFolders(files.map(({ path }) => path));
	const total = formatMegabytes(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
	const progress = createProgress((done) => `${formatMegabytes(done)} of ${total} written`);
	let startedCount = 0;
	try {
		for (const [index, { path, runs }] of files.entries()) {
			writing.signal.throwIfAborted();
			startedCount = index + 1;
			await writeRuns(toPartPath(index, path), runs(), { ...writing, onBytes: progress.add });
		}
		writing.signal.throwIfAborted();
		await replaceFiles(
			files.map(({ path }, index) => ({ part: toPartPath(index, path), path })),
			writing.force,
		);
	} catch (error) {
		for (const [index, { path }] of files.slice(0, startedCount).entries())
			await rm(toPartPath(index, path), { force: true });
		await removeCreatedFolders(folders);
		throw error;
	} finally {
		progress.end();
	}
}

async function writeRuns(
	path: string,
	runs: Iterable<ByteRun>,
	{
		readOriginal,
		signal,
		onBytes,
	}: Pick<WriteOptions, 'readOriginal' | 'signal'> & { readonly onBytes: (count: number) => void },
): Promise<void> {
	const sink = createWriteStream(path, { flags: 'wx' });
	await once(sink, 'open');
	const write = async (bytes: Uint8Array) => {
		signal.throwIfAborted();
		if (!sink.write(bytes)) await once(sink, 'drain');
		onBytes(bytes.length);
	};
	await writeCompleteFile(sink, async () => {
		for (const run of runs) {
			if (run.kind === 'bytes') await write(run.bytes);
			else for await (const bytes of readOriginal(run.sha256, run.offset, run.length)) await write(bytes);
		}
	});
}
