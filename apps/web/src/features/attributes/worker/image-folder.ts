import { readExistingMetadata } from '@adx/collection/attributes/existing-metadata';
import type { CollectionReader } from '@adx/collection/files/collection-reader';
import { createCaseFolding } from '@adx/collection/metadata/case-folding';
import type { AttributeFinding, AttributeFolder } from '@adx/validators/attributes';
import { attributeFindingMaxLength } from '@adx/validators/limits';
import type { FolderView } from './attributes-views.ts';

/** The page shows so many problems at once; the full list is fetched when somebody asks for it. */
export const maxListedProblems = 5;

/** A folder in the thread that reads it. */
export interface ImageFolder {
	readonly id: string;
	readonly name: string;
	/** As the server gets them: own names, and the metadata as its file's text or as a list's value. */
	readonly images: AttributeFolder['images'];
	/** The positions of those whose picture cannot be read, in ascending order: they get no attributes. */
	readonly unusable: readonly number[];
	/** Images that can be used and whose metadata can be read. */
	readonly metadataCount: number;
	readonly ignoredCount: number;
	readonly problems: readonly AttributeFinding[];
	/** Null after a reload. */
	readonly pictures: FolderPictures | null;
	/** Images whose picture was looked into. */
	readonly checkedCount: number;
}

/** The pictures of a folder, by the images' positions. */
export interface FolderPictures {
	readonly blobs: readonly Blob[];
	readonly paths: readonly string[];
	readonly reader: CollectionReader;
}

export const toFolderView = (folder: ImageFolder): FolderView => ({
	id: folder.id,
	name: folder.name,
	imageCount: folder.images.length - folder.unusable.length,
	unusableCount: folder.unusable.length,
	metadataCount: folder.metadataCount,
	ignoredCount: folder.ignoredCount,
	problems: folder.problems.slice(0, maxListedProblems),
	problemCount: folder.problems.length,
	hasPictures: folder.pictures !== null,
	uncheckedCount: folder.pictures === null ? 0 : folder.images.length - folder.checkedCount,
});

/** As the merger counts: metadata that cannot be read is none. */
export function countMetadata(images: ImageFolder['images']): number {
	const folds = createCaseFolding();
	return images.filter(({ metadata }) => readExistingMetadata(metadata, folds).record !== null).length;
}

/** The images that get attributes, and their positions in the folder. */
export function getUsableImages({ images, unusable }: Pick<ImageFolder, 'images' | 'unusable'>) {
	const unusablePlaces = new Set(unusable);
	const places = [...images.keys()].filter((place) => !unusablePlaces.has(place));
	return { places, images: places.map((place) => images[place]!) };
}

/**
 * The document that the server gets, with what was found wrong with the files. An image at a time: the whole of it as one
 * text would stand in memory twice.
 */
export function folderDocument(images: ImageFolder['images'], problems: readonly AttributeFinding[] = []): Blob {
	const parts: string[] = [];
	for (const [place, image] of images.entries()) parts.push(place === 0 ? '' : ',', JSON.stringify(image));
	const shorten = (text: string) => text.slice(0, attributeFindingMaxLength);
	const findings = problems.map(({ filename, problem }) => ({
		filename: shorten(filename),
		problem: shorten(problem),
	}));
	const end = findings.length === 0 ? ']}' : `],"findings":${JSON.stringify(findings)}}`;
	return new Blob(['{"format":"adx-folder-1","images":[', ...parts, end], { type: 'application/json' });
}

/** So many bytes are turned into characters at once: more would be too many arguments. */
const encodedAtOnce = 30_000;

/** The bytes of a metadata file as they travel to the server. */
export function encodeOriginal(bytes: Uint8Array | null): Pick<ImageFolder['images'][number], 'original'> {
	if (bytes === null) return {};
	const parts: string[] = [];
	for (let from = 0; from < bytes.length; from += encodedAtOnce) {
		parts.push(String.fromCharCode(...bytes.subarray(from, from + encodedAtOnce)));
	}
	return { original: btoa(parts.join('')) };
}
