import { fileProblems } from '../../../lib/files/collection-reader.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { countMetadata, type ImageFolder } from './image-folder.ts';

/** Pictures that are read and decoded at once. */
const readAtOnce = 4;

/** What keeps a picture from being sent, as a merge does, and from nothing that is done here. */
const mergeLimits: readonly string[] = [fileProblems.tooLarge, fileProblems.tooManyPixels];

/**
 * Looks into the pictures of a folder that were not looked into yet, and yields it after every few with what was found
 * wrong by then, in the words of the merger. A picture that cannot be read is not used.
 */
export async function* checkPictures(folder: ImageFolder, readImage: DecodeImage): AsyncGenerator<ImageFolder> {
	const { pictures } = folder;
	if (pictures === null) return;
	async function findProblem(path: string): Promise<string | null> {
		const { bytes, problem } = await pictures!.reader.readPicture(path);
		if (bytes === null) return problem;
		const { mime, isTooLarge } = await readImage(bytes, false);
		if (isTooLarge) return fileProblems.tooManyPixels;
		return mime === null ? fileProblems.unreadable : null;
	}
	let checked = folder;
	while (checked.checkedCount < checked.images.length) {
		const paths = pictures.paths.slice(checked.checkedCount, checked.checkedCount + readAtOnce);
		const found = await Promise.all(paths.map(findProblem));
		const from = checked.checkedCount;
		checked = { ...checked, checkedCount: from + paths.length };
		for (const [index, problem] of found.entries()) {
			if (problem !== null) checked = withProblem(checked, { place: from + index, path: paths[index]!, problem });
		}
		yield checked;
	}
}

interface PictureProblem {
	readonly place: number;
	readonly path: string;
	readonly problem: string;
}

function withProblem(folder: ImageFolder, { place, path, problem }: PictureProblem): ImageFolder {
	if (mergeLimits.includes(problem)) {
		const finding = { filename: path, problem: attributeTexts.folder.overMergeLimit(problem) };
		return { ...folder, problems: [...folder.problems, finding] };
	}
	return {
		...folder,
		problems: [...folder.problems, { filename: path, problem }],
		unusable: [...folder.unusable, place],
		metadataCount: folder.metadataCount - countMetadata([folder.images[place]!]),
	};
}
