import type { ExportImage } from '@adx/collection/export/export-collection';

/** The files of a folder or a zip that a command works on. */
export interface CollectionFiles {
	/** The name of the folder or the zip, without an extension. */
	readonly name: string;
	/** Relative, '/' between folders. */
	readonly paths: readonly string[];
	/** The text of a file; null if it is larger than `maxBytes` or not UTF-8. */
	readText(path: string, maxBytes: number): Promise<string | null>;
	/** Reads the whole file once; with `withChunks` its CID can be computed from the result. */
	inspect(path: string, options: { readonly withChunks: boolean }): Promise<ExportImage>;
	/** A part of a file. */
	readRange(path: string, offset: number, length: number): AsyncIterable<Uint8Array>;
	close(): Promise<void>;
}

/** A UTF-8 text without its byte order mark; null for other bytes. */
export function decodeText(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
