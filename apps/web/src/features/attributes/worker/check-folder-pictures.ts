import { checkPicture, type PictureProblem } from '@adx/collection/attributes/read-images';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import { type ImageFolder, inspectMetadata } from './image-folder.ts';

/** Pictures that are read and decoded at once. */
const readAtOnce = 4;

/**
 * Looks into the pictures of a folder that were not looked into yet, and yields it after every few with what was found
 * wrong by then, in the words of the merger. A picture that cannot be read is not used.
 */
export async function* checkFolderPictures(folder: ImageFolder, readImage: DecodeImage): AsyncGenerator<ImageFolder> {
	const { pictures } = folder;
	if (pictures === null) return;
	const findProblem = (path: string) => checkPicture(pictures.reader, path, (bytes) => readImage(bytes, false));
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

interface FoundProblem {
	readonly place: number;
	readonly path: string;
	readonly problem: PictureProblem;
}

function withProblem(folder: ImageFolder, { place, path, problem }: FoundProblem): ImageFolder {
	const problems = [...folder.problems, { filename: path, problem: problem.problem }];
	if (!problem.isUnusable) return { ...folder, problems };
	return {
		...folder,
		problems,
		unusable: [...folder.unusable, place],
		metadataCount:
			folder.metadataCount - inspectMetadata({ images: [folder.images[place]!], unusable: [] }).metadataCount,
		// An image that gets no attributes has no metadata that could lack anything.
		metadataProblems: folder.metadataProblems.filter((found) => found.place !== place),
	};
}
