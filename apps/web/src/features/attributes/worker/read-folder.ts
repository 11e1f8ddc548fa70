import { readImageMetadata } from '@adx/collection/attributes/read-images';
import { CollectionReader, fileProblems } from '@adx/collection/files/collection-reader';
import { findMissedFiles, type GroupedImage, groupFiles } from '@adx/collection/files/group-files';
import { createCaseFolding } from '@adx/collection/metadata/case-folding';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeImagesMax, mergeBodyMaxBytes, uploadPathMaxLength } from '@adx/validators/limits';
import { type PickedFile, toFindFile } from '../../../lib/files/picked-files.ts';
import { newId } from '../../../lib/random-ids.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { encodeOriginal, type ImageFolder, inspectMetadata } from './image-folder.ts';

const { folder: texts, pickErrors } = attributeTexts;

type FolderImage = ImageFolder['images'][number];

/** Metadata files that are read at once. */
const readAtOnce = 16;

/**
 * The images of a picked folder in natural order, each with what was found beside it. Rejects with a sentence when nothing
 * can be made of it.
 *
 * @param onRead called now and then with how many images were read, of how many
 */
export async function readFolder(
	files: readonly PickedFile[],
	onRead: (readCount: number, fileCount: number) => void,
): Promise<ImageFolder> {
	const group = groupFiles(files.map(({ path }) => path));
	if (group.images.length === 0) throw new Error(pickErrors.noImages);
	const fits = ({ path }: GroupedImage) => path.length <= uploadPathMaxLength;
	const found = group.images.filter(fits);
	if (found.length === 0) throw new Error(pickErrors.longPaths);
	if (found.length > attributeImagesMax) throw new Error(pickErrors.tooMany(found.length));
	const problems = group.images
		.filter((image) => !fits(image))
		.map(({ path }): AttributeFinding => ({ filename: path, problem: fileProblems.longPath }));
	const byPath = new Map(files.map((file) => [file.path, file]));
	checkSize(byPath, [group.listPath, group.tablePath, ...found.map(({ metadataPath }) => metadataPath)]);
	const reader = await CollectionReader.open(toFindFile(byPath), { ...group, images: found });
	problems.push(...reader.problems);
	const root = rootOf(found);
	const folds = createCaseFolding();
	const images: ImageFolder['images'] = [];
	for (let from = 0; from < found.length; from += readAtOnce) {
		const slice = found.slice(from, from + readAtOnce).map(async (image) => {
			const { metadata, reportedAs, original, problem, unusedRow } = await readImageMetadata(reader, image, folds);
			problems.push(...[problem, unusedRow].filter((found) => found !== null));
			const filename = image.path.slice(root.length);
			return { filename, metadata, ...toReportedAs(reportedAs), ...encodeOriginal(original) };
		});
		images.push(...(await Promise.all(slice)));
		onRead(images.length, found.length);
	}
	return {
		id: newId(),
		name: root.replace(/\/$/, '') || texts.unnamed,
		images,
		unusable: [],
		...inspectMetadata({ images, unusable: [] }),
		ignoredCount: findMissedFiles(group).length,
		problems,
		pictures: {
			blobs: found.map(({ path }) => byPath.get(path)?.blob ?? new Blob()),
			paths: found.map(({ path }) => path),
			reader,
		},
		checkedCount: 0,
	};
}

/** What the server does not take is left out. */
const toReportedAs = (reportedAs: string | null): Pick<FolderImage, 'reportedAs'> =>
	reportedAs === null || reportedAs.length > uploadPathMaxLength ? {} : { reportedAs };

/** 'art/' where all images lie in that folder; '' where they do not lie in one. */
function rootOf(images: readonly GroupedImage[]): string {
	const first = images[0]?.path ?? '';
	const root = first.slice(0, first.indexOf('/') + 1);
	return images.every(({ path }) => path.startsWith(root)) ? root : '';
}

/** Throws before anything is read that could never be sent. */
function checkSize(files: ReadonlyMap<string, PickedFile>, paths: readonly (string | null)[]): void {
	const used = new Set(paths.filter((path) => path !== null));
	const sizeBytes = [...used].reduce((sum, path) => sum + (files.get(path)?.blob.size ?? 0), 0);
	if (sizeBytes > mergeBodyMaxBytes) throw new Error(pickErrors.tooLarge);
}
