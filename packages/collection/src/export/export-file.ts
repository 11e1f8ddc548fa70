import { blobFile, lazyTextFile } from '../archive/archive-file.ts';
import type { FileSource } from '../archive/file-source.ts';
import type { ZipEntry } from '../archive/zip-layout.ts';
import { metadataText } from '../metadata/metadata.ts';
import type { ExportCollection, ExportToken } from './export-collection.ts';
import { exportMetadata } from './export-metadata.ts';

/** A file of an export, before it is written anywhere. */
export interface ExportFile {
	/** `name` is its path, '/' between folders. */
	readonly entry: ZipEntry;
	readonly source: FileSource;
}

/** A token's metadata file; made each time it is read, so that many of them take no memory. */
export function tokenFile(path: string, collection: ExportCollection, token: ExportToken, imageUri: string) {
	return lazyTextFile(path, () => metadataText(exportMetadata(collection, token, imageUri)));
}

/** The originals that are here, each at the path of its token. */
export function imageFiles({ tokens }: ExportCollection, toPath: (token: ExportToken) => string): ExportFile[] {
	return tokens.flatMap((token) => (token.image === null ? [] : [blobFile(toPath(token), token.image)]));
}
