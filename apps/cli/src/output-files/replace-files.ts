import type { WriteStream } from 'node:fs';
import { lstat, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { UsageError, withSystemErrors } from '../command-line/errors.ts';

/** Makes the folders of these files where they are missing; returns those it made, outer folders first. */
export async function createFolders(paths: readonly string[]): Promise<string[]> {
	const createdFolders: string[] = [];
	for (const folder of new Set(paths.map((path) => dirname(path)))) {
		const outermost = await mkdir(folder, { recursive: true });
		if (outermost === undefined) continue;
		const depth = relative(outermost, folder).split(sep).filter(Boolean).length;
		createdFolders.push(
			...Array.from({ length: depth + 1 }, (_, index) => join(folder, ...Array(depth - index).fill('..'))),
		);
	}
	return createdFolders;
}

/** Removes the folders that `createFolders` made, unless something lies in them. */
export async function removeCreatedFolders(createdFolders: readonly string[]): Promise<void> {
	for (const folder of createdFolders.toReversed()) await rmdir(folder).catch(() => {});
}

/**
 * Gives finished files their final names. It takes a moment and cannot be interrupted: otherwise some files would be old and
 * some new. If it fails it removes the new ones, and its UsageError counts those that were replaced.
 */
export async function replaceFiles(
	moves: readonly { readonly part: string; readonly path: string }[],
	force: boolean,
): Promise<void> {
	const added: string[] = [];
	let replaced = 0;
	try {
		for (const { part, path } of moves) {
			const isThere = await lstat(path).then(
				() => true,
				() => false,
			);
			if (isThere && !force) throw new UsageError(`${path}: appeared meanwhile. Name another, or add --force.`);
			await rename(part, path);
			if (isThere) replaced += 1;
			else added.push(path);
		}
	} catch (error) {
		for (const path of added) await rm(path, { force: true });
		if (replaced === 0) throw error;
		const reason = await withSystemErrors(dirname(moves[0]!.path), () => Promise.reject(error)).catch(
			(summary: Error) => summary.message,
		);
		const summary = replaced === 1 ? '1 file that was there is' : `${replaced} files that were there are`;
		throw new UsageError(`--out ${reason}; ${summary} replaced already, the rest is as it was.`, { cause: error });
	}
}

/** Ends the file once `write` is done. If something fails, the file is closed incomplete and the first error is thrown. */
export async function writeCompleteFile(sink: WriteStream, write: () => Promise<void>): Promise<void> {
	const closed = finished(sink);
	// Awaited below; until then its failure must not count as an unhandled rejection.
	closed.catch(() => {});
	try {
		await write();
		sink.end();
		await closed;
	} catch (error) {
		sink.destroy();
		await closed.catch(() => {});
		// The first error: a write after the file failed only says that the stream is destroyed.
		throw sink.errored ?? error;
	}
}
