import { listFindings, readExistingMetadata } from '@adx/collection/attributes/existing-metadata';
import type { CollectionReader } from '@adx/collection/files/collection-reader';
import { createCaseFolding } from '@adx/collection/metadata/case-folding';
import type { AttributeFinding, AttributeFolder } from '@adx/validators/attributes';
import { attributeFindingMaxLength } from '@adx/validators/limits';
import { type FolderView, maxListedProblems } from './attributes-views.ts';

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
	/** What is wrong with its files as files; the server is told of it. */
	readonly problems: readonly AttributeFinding[];
	/** What is wrong with the metadata of images that can be used; the server finds it again. */
	readonly metadataProblems: readonly MetadataProblem[];
	/** Null after a reload. */
	readonly pictures: FolderPictures | null;
	/** Images whose picture was looked into. */
	readonly checkedCount: number;
}

export interface MetadataProblem extends AttributeFinding {
	/** The position of its image. */
	readonly place: number;
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
	problems: [...folder.problems.slice(0, maxListedProblems), ...folder.metadataProblems]
		.slice(0, maxListedProblems)
		.map(toFinding),
	problemCount: folder.problems.length + folder.metadataProblems.length,
	hasPictures: folder.pictures !== null,
	uncheckedCount: folder.pictures === null ? 0 : folder.images.length - folder.checkedCount,
});

const toFinding = ({ filename, problem }: AttributeFinding): AttributeFinding => ({ filename, problem });

/** Everything that is wrong with a folder before anything is planned for it, in the order of a run's findings. */
export const listProblems = ({ problems, metadataProblems }: ImageFolder): AttributeFinding[] => [
	...problems,
	...metadataProblems.map(toFinding),
];

/** Reads the metadata of the images that can be used as the merger and a run do: what cannot be read is none. */
export function inspectMetadata(
	folder: Pick<ImageFolder, 'images' | 'unusable'>,
): Pick<ImageFolder, 'metadataCount' | 'metadataProblems'> {
	const folds = createCaseFolding();
	const { images, places } = getUsableImages(folder);
	const found = images.map(({ metadata }) => readExistingMetadata(metadata, folds));
	return {
		metadataCount: found.filter(({ record }) => record !== null).length,
		metadataProblems: images.flatMap(({ filename, reportedAs }, index) =>
			listFindings(found[index]!).map((problem) => ({
				filename: reportedAs ?? filename,
				problem,
				place: places[index]!,
			})),
		),
	};
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
