import {
	type CollectionReader,
	describeUnusedRow,
	type FileProblem,
	fileProblems,
} from '../files/collection-reader.ts';
import type { GroupedImage } from '../files/group-files.ts';
import type { CaseFolding } from '../metadata/case-folding.ts';
import { readExistingMetadata } from './existing-metadata.ts';

/** The metadata of an image as it gets attributes. */
export interface ImageMetadata {
	/** The text of its own file, else what is said of it among others; null for none. */
	readonly metadata: unknown;
	/** The file that the metadata stands in; the picture, where a list or a table tells of it; null without metadata. */
	readonly reportedAs: string | null;
	/** The bytes of its own file, where something is wrong with it and `metadata` does not give them back. */
	readonly original: Uint8Array | null;
	/** What is wrong with its own file as a file. */
	readonly problem: FileProblem | null;
	/** That a row of the table tells of it, too, and does not count. */
	readonly unusedRow: FileProblem | null;
}

/** Reads what metadata an image has already. */
export async function readImageMetadata(
	reader: CollectionReader,
	image: GroupedImage,
	folds: CaseFolding,
): Promise<ImageMetadata> {
	const { own, ownBytes, shared, row, problem } = await reader.readMetadata(image);
	const metadata = own ?? shared?.metadata ?? null;
	const isWrong = problem !== null || (ownBytes !== null && readExistingMetadata(own, folds).problems.length > 0);
	const countingPath = own === null ? shared?.path : image.metadataPath;
	const unused = describeUnusedRow({ row }, countingPath ?? '');
	const reportedAs = own === null ? image.path : (image.metadataPath ?? image.path);
	return {
		metadata,
		reportedAs: metadata === null ? null : reportedAs,
		original: isWrong ? ownBytes : null,
		problem,
		unusedRow: unused === null ? null : { filename: reportedAs, problem: unused },
	};
}

/** What is wrong with an image file. */
export interface PictureProblem {
	readonly problem: string;
	/** Whether it is not a picture that can be read, and gets no attributes. */
	readonly isUnusable: boolean;
}

/** What is known of a picture's bytes; null as `mime` for what is none. */
export type InspectPicture = (
	bytes: Uint8Array<ArrayBuffer>,
) => Promise<{ readonly mime: string | null; readonly isTooLarge: boolean }>;

/** Reads a picture and says what is wrong with it, in the words of a merge; null for nothing. */
export async function checkPicture(
	reader: CollectionReader,
	path: string,
	inspect: InspectPicture,
): Promise<PictureProblem | null> {
	const { bytes, problem } = await reader.readPicture(path);
	if (problem === fileProblems.tooLarge) return toMergeLimit(problem);
	if (bytes === null) return { problem, isUnusable: true };
	const { mime, isTooLarge } = await inspect(bytes);
	if (isTooLarge) return toMergeLimit(fileProblems.tooManyPixels);
	return mime === null ? { problem: fileProblems.unreadable, isUnusable: true } : null;
}

/** What keeps a picture out of a merge, and from nothing that is done here. */
const toMergeLimit = (problem: string): PictureProblem => ({
	problem: `${problem}: it gets attributes, but a merge leaves it out`,
	isUnusable: false,
});
