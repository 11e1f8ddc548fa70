import { stat } from 'node:fs/promises';
import type { ExportImage } from '@adx/collection/export/export-collection';
import { naming } from '../command-line/system-errors.ts';
import { openFolder } from './folder-files.ts';
import { openZip } from './zip-files.ts';

/** The files of a folder or a zip that a command works on. */
export interface CollectionFiles {
	/** Of the folder or the zip, without an extension. */
	readonly name: string;
	/** Relative, '/' between folders. */
	readonly paths: readonly string[];
	/** A text file; null where it is larger than told, or is none in UTF-8. */
	readText(path: string, maxBytes: number): Promise<string | null>;
	/** Reads the file through once. With `wantsChunks` the facts serve for its CID. */
	inspect(path: string, options: { readonly wantsChunks: boolean }): Promise<ExportImage>;
	/** A part of a file. */
	readRange(path: string, offset: number, length: number): AsyncIterable<Uint8Array>;
	close(): Promise<void>;
}

/** Opens what the operator named, runs the work and closes it. A path that cannot be read ends as a UsageError. */
export async function withCollectionFiles<T>(path: string, work: (files: CollectionFiles) => Promise<T>): Promise<T> {
	return naming(path, async () => {
		const isFolder = (await stat(path)).isDirectory();
		const files = isFolder ? await openFolder(path) : await openZip(path);
		try {
			return await work(files);
		} finally {
			await files.close();
		}
	});
}

/** A UTF-8 text without its byte order mark; null for other bytes. */
export function decodeText(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
