import { isSystemFile, splitPath } from '@adx/collection/files/file-paths';
import { type FileGroup, groupFiles, groupFolder } from '@adx/collection/files/group-files';
import { collectionNameMaxLength, mergeCollectionImagesMax, mergeCollectionsMax } from '@adx/validators/limits';
import { invisibleCharacters } from '@adx/validators/text';
import { isImageFile, type PickedFile } from '../../../lib/files/picked-files.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { PickSource } from '../merger-views.ts';

const texts = mergerTexts.pickErrors;

const isMetadataFile = ({ path, blob }: PickedFile) =>
	blob.type === 'application/json' || /\.json$|(^|\/)metadata\.csv$/i.test(path);

/** A name the server takes: one line of characters that can be seen. */
const cleanName = (name: string) =>
	Array.from(name)
		.filter((character) => !invisibleCharacters.test(character))
		.join('')
		.trim()
		.slice(0, collectionNameMaxLength)
		.trim() || mergerTexts.unnamed;

/** The collections among picked files, named as the server takes it. Throws a sentence when nothing can be made of them. */
export function groupCollections(kind: PickSource, files: readonly PickedFile[], collectionCount: number): FileGroup[] {
	const groups = kind.how === 'files' ? [looseGroup(kind.name, files)] : groupFolder(files.map(({ path }) => path));
	const filled = groups.filter(({ images }) => images.length > 0);
	const tooMany = filled.find(({ images }) => images.length > mergeCollectionImagesMax);
	if (filled.length === 0) {
		const hasArchives = files.some(({ path }) => /\.zip$/i.test(path));
		throw new Error(hasArchives ? texts.onlyArchives : texts.noImages);
	}
	if (tooMany !== undefined) throw new Error(texts.tooManyImages(tooMany.name, tooMany.images.length));
	if (collectionCount + filled.length > mergeCollectionsMax) throw new Error(texts.tooManyCollections);
	return filled.map((group) => ({ ...group, name: cleanName(group.name) }));
}

/** The picked folders of which nothing was taken, neither images nor metadata. */
export function findUnusedFolders(groups: readonly FileGroup[], files: readonly PickedFile[]): string[] {
	const taken = groups.flatMap(({ images, listPath, tablePath }) => [
		...images.flatMap(({ path, metadataPath }) => [path, metadataPath]),
		listPath,
		tablePath,
	]);
	const used = new Set(toTopFolders(taken.filter((path) => path !== null)));
	const picked = new Set(toTopFolders(files.map(({ path }) => path)));
	return [...picked].filter((folder) => !used.has(folder));
}

/** The same groups without the files of these folders, which belong to none of them. */
export function leaveOutFolders(groups: readonly FileGroup[], folders: readonly string[]): readonly FileGroup[] {
	if (folders.length === 0) return groups;
	const isElsewhere = (path: string) =>
		splitPath(path)
			.folders.slice(0, 1)
			.some((folder) => folders.includes(folder));
	return groups.map((group) => ({ ...group, ignored: group.ignored.filter((path) => !isElsewhere(path)) }));
}

const toTopFolders = (paths: readonly string[]): string[] =>
	paths
		.map(splitPath)
		.filter((file) => !isSystemFile(file))
		.flatMap(({ folders }) => folders.slice(0, 1));

/** Loose files: what the browser calls an image counts, whatever its name. */
function looseGroup(name: string, files: readonly PickedFile[]): FileGroup {
	const images = new Set(files.filter(isImageFile).map(({ path }) => path));
	const isUsable = (file: PickedFile) => isImageFile(file) || isMetadataFile(file);
	const paths = files.filter(isUsable).map(({ path }) => path);
	const others = files.filter((file) => !isUsable(file)).map(({ path }) => path);
	const group = groupFiles(paths, (path) => images.has(path));
	return { ...group, name, ignored: [...group.ignored, ...others] };
}
