import type { ExportImage } from '@adx/collection/export/export-collection';
import type { FindFile } from '@adx/collection/files/collection-reader';

/** The files of a folder or a zip that a command works on. */
export interface CollectionFiles {
	/** The name of the folder or the zip, without an extension. */
	readonly name: string;
	/** Relative, '/' between folders. */
	readonly paths: readonly string[];
	readonly find: FindFile;
	/** Reads the whole file once; with `withChunks` its CID can be computed from the result. */
	inspect(path: string, options: { readonly withChunks: boolean }): Promise<ExportImage>;
	/** A part of a file. */
	readRange(path: string, offset: number, length: number): AsyncIterable<Uint8Array>;
	close(): Promise<void>;
}
