import { fileProblems } from '../../../lib/files/collection-reader.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import type { ImageFolder } from './image-folder.ts';

/** Pictures that are read and decoded at once. */
const readAtOnce = 4;

/**
 * Looks into the pictures of a folder that were not looked into yet, and yields it after every few with what was found
 * wrong by then, in the words of the merger.
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
		const problems = found.flatMap((problem, place) =>
			problem === null ? [] : [{ filename: paths[place]!, problem }],
		);
		checked = {
			...checked,
			checkedCount: checked.checkedCount + paths.length,
			problems: problems.length === 0 ? checked.problems : [...checked.problems, ...problems],
		};
		yield checked;
	}
}
