import type { AnyTraits } from '@adx/validators/catalogue/image-traits';
import { safeFileName } from '@adx/validators/file-name';
import { imageFileName } from '../metadata/metadata.ts';
import { type ArchiveFile, blobFile, textFile } from './archive-file.ts';

/** Names the layout of a part's manifest.json; raised when readers must change. */
export const databasePartFormat = 'adx-database-part-1';

/** A stored image with what a part says about it and the facts recorded about its bytes. */
export interface DatabaseImage {
	readonly id: string;
	readonly jobId: string;
	/** Running number per owner. */
	readonly jobNumber: number;
	readonly projectName: string | null;
	readonly tokenNumber: number;
	readonly traits: AnyTraits;
	/** Lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
	/** 'image/png', 'image/webp' or 'image/jpeg'. */
	readonly mime: string;
	/** Given only where a part holds the work of several owners, whose jobs may have one number and name. */
	readonly ownerId?: string;
}

/**
 * The files of a database part: the images as `{job number}-{project}/{token}.<ext>`, under their owner's id where that
 * is given, then manifest.json, which lists them in that order. A part without images holds the manifest alone. Same
 * input, same bytes.
 */
export function buildDatabasePart(input: {
	readonly part: number;
	readonly partCount: number;
	/** Each token once. */
	readonly images: readonly DatabaseImage[];
}): readonly ArchiveFile[] {
	const { part, partCount, images } = input;
	const lines = images.map((image) => `\n    ${JSON.stringify(manifestLine(image))}`).join(',');
	const head = [`"format": "${databasePartFormat}"`, `"part": ${part}`, `"parts": ${partCount}`].join(',\n  ');
	const manifest = `{\n  ${head},\n  "images": [${lines}\n  ]\n}\n`;
	return [...images.map((image) => blobFile(toPath(image), image)), textFile('manifest.json', manifest)];
}

function toPath({ ownerId, jobNumber, projectName, tokenNumber, mime }: DatabaseImage): string {
	const folder = `${jobNumber}-${safeFileName(projectName)}`;
	const path = `${folder}/${imageFileName(tokenNumber, mime)}`;
	return ownerId === undefined ? path : `${ownerId}/${path}`;
}

function manifestLine(image: DatabaseImage) {
	const { id, ownerId, jobId, jobNumber, projectName, tokenNumber, sha256, sizeBytes, traits } = image;
	return { file: toPath(image), id, ownerId, jobId, jobNumber, projectName, tokenNumber, sha256, sizeBytes, traits };
}
