import { formatNumber } from '@adx/validators/format-number';
import { layerFilesMax, uploadPathMaxLength } from '@adx/validators/limits';
import { compareNaturally, type FilePath, isSystemFile, splitPath } from '../files/file-paths.ts';
import type { Findings } from './findings.ts';

/** The files of a picked folder or a zip that say something about layers. */
export interface SelectedFiles {
	/** PNG files, in natural order, by their place inside the folder of layers: at least one folder. */
	readonly pictures: readonly PlacedFile[];
	/** Every folder directly inside the folder of layers, also one without any picture, in natural order. */
	readonly folders: readonly string[];
	readonly configPath: string | null;
	readonly orderPath: string | null;
	/** A JSON file of Datlips' fork. */
	readonly compatibilityPath: string | null;
}

export interface PlacedFile {
	/** As it was given. */
	readonly path: string;
	/** Inside the folder of layers; composed. */
	readonly folders: readonly string[];
	/** Without the extension. */
	readonly base: string;
}

/** More paths than any folder of layers has: they are not even looked at. */
const pathsMax = 200_000;
const configNames = new Map(['config.js', 'config.mjs', 'config.cjs', 'config.json'].map((name, rank) => [name, rank]));
const orderNames = new Set(['_order', '_order.txt', '_order.json']);
/** What engines write beside the layers. */
const foreignFolders = new Set(['build', 'build_new', 'output', 'cache']);
/** Exceptions of HashLips Lab's engine, which lie among the values. */
const edgeCases = 'edge-cases';

const pictureKinds: ReadonlyMap<string, string> = new Map([
	['jpg', 'JPEG'],
	['jpeg', 'JPEG'],
	['webp', 'WebP'],
	['svg', 'SVG'],
	['avif', 'AVIF'],
	['bmp', 'BMP'],
	['tif', 'TIFF'],
	['tiff', 'TIFF'],
	['psd', 'Photoshop'],
]);
const animatedKinds: ReadonlyMap<string, string> = new Map([
	['gif', 'GIF'],
	['apng', 'animated PNG'],
	['mp4', 'video'],
	['webm', 'video'],
]);

const nothing: SelectedFiles = {
	pictures: [],
	folders: [],
	configPath: null,
	orderPath: null,
	compatibilityPath: null,
};

/** Sorts paths, as a folder picker or a zip gives them; those of folders end with '/'. Same paths in any order, same result. */
export function selectFiles(paths: readonly string[], findings: Findings): SelectedFiles {
	if (paths.length > pathsMax) {
		const [count, limit] = [paths.length, pathsMax].map(formatNumber);
		findings.add('error', `There are ${count} files; a folder of layers may hold ${limit} of any kind.`);
		return nothing;
	}
	const files = readPaths(paths, findings);
	const root = findRoot(files, findings);
	const inside = files.flatMap((file) =>
		isBelow(file, root) ? [{ ...file, folders: file.folders.slice(root.length) }] : [],
	);
	const pictures = selectPictures(inside, findings);
	if (pictures === null) return nothing;
	const project = root.at(-1)?.toLowerCase() === 'layers' ? root.slice(0, -1) : root;
	return {
		pictures,
		folders: listFolders(inside),
		configPath:
			findNearest(files, project, ({ name }) => configNames.has(name.toLowerCase()), toConfigRank)?.path ?? null,
		orderPath:
			inside.find(({ folders, name }) => folders.length === 0 && orderNames.has(name.toLowerCase()))?.path ?? null,
		compatibilityPath: findNearest(files, project, isCompatibility, () => 0)?.path ?? null,
	};
}

interface ListedPath extends FilePath {
	readonly isFolder: boolean;
}

/** Paths that lead nowhere else, each once, in natural order, without what systems leave behind. */
function readPaths(paths: readonly string[], findings: Findings): ListedPath[] {
	const known = new Map<string, string>();
	const files: ListedPath[] = [];
	const ordered = [...paths].sort();
	for (const path of ordered) {
		const isFolder = /[/\\]$/.test(path);
		const shown = { name: path.slice(0, 200), path };
		if (path.length > uploadPathMaxLength) {
			const limit = formatNumber(uploadPathMaxLength);
			findings.addTo(
				'long paths',
				shown,
				(names) => `Longer than ${limit} characters, and not read: ${names}.`,
				'error',
			);
			continue;
		}
		if (leadsOut(path)) {
			findings.addTo(
				'outside',
				shown,
				(names) => `${names}: a path may not lead out of the folder. Not read.`,
				'error',
			);
			continue;
		}
		const file = splitPath(path);
		if (isSystemFile(file) || file.folders.includes('node_modules') || (file.name === '' && !isFolder)) continue;
		const key = [...file.folders, file.name].join('/');
		const earlier = known.get(key);
		if (earlier !== undefined && !isFolder) {
			findings.addTo(
				'repeated paths',
				shown,
				(names) => `More than one file is called ${names}. One is read.`,
				'error',
			);
			continue;
		}
		known.set(key, path);
		files.push(
			isFolder
				? { ...file, folders: [...file.folders, file.name], name: '', base: '', isFolder }
				: { ...file, isFolder },
		);
	}
	const keyed = files.map((file) => ({ file, key: [...file.folders, file.name].join('/') }));
	return keyed.sort((left, right) => compareNaturally(left.key, right.key)).map(({ file }) => file);
}

/** Absolute paths, drives, and steps upwards; NUL ends a path for some programs. */
function leadsOut(path: string): boolean {
	return /^[/\\]|^[a-z]:|\0/i.test(path) || path.split(/[/\\]/).includes('..');
}

/** The folder whose folders are layers: the topmost called 'layers', else the one that everything lies in. */
function findRoot(files: readonly ListedPath[], findings: Findings): readonly string[] {
	const named = new Map<string, readonly string[]>();
	for (const { folders } of files) {
		const depth = folders.findIndex((folder) => folder.toLowerCase() === 'layers');
		const isForeign = folders.slice(0, Math.max(depth, 0)).some((folder) => foreignFolders.has(folder.toLowerCase()));
		if (depth !== -1 && !isForeign) named.set(folders.slice(0, depth + 1).join('/'), folders.slice(0, depth + 1));
	}
	const candidates = [...named.values()].sort((left, right) => left.length - right.length);
	const [root, other] = candidates;
	if (root !== undefined) {
		if (other !== undefined) {
			findings.add('warning', `There are ${candidates.length} folders called 'layers'. '${root.join('/')}' is read.`);
		}
		return root;
	}
	let shared: readonly string[] | null = null;
	for (const { folders, extension } of files) {
		if (extension !== 'png') continue;
		// The last folder of a picture's path is its layer, never the root.
		const above = folders.slice(0, -1);
		const length = shared === null ? above.length : commonLength(shared, above);
		shared = above.slice(0, length);
	}
	return shared ?? [];
}

function commonLength(left: readonly string[], right: readonly string[]): number {
	const length = Math.min(left.length, right.length);
	for (let index = 0; index < length; index++) if (left[index] !== right[index]) return index;
	return length;
}

function isBelow({ folders }: FilePath, root: readonly string[]): boolean {
	return root.every((folder, index) => folders[index] === folder);
}

function selectPictures(files: readonly ListedPath[], findings: Findings): PlacedFile[] | null {
	const pictures: PlacedFile[] = [];
	for (const { path, folders, base, extension, isFolder } of files) {
		if (isFolder || foreignFolders.has(folders[0]?.toLowerCase() ?? '')) continue;
		const item = { name: path, path };
		const animated = animatedKinds.get(extension);
		const kind = pictureKinds.get(extension);
		if (folders.some((folder) => folder.toLowerCase() === edgeCases)) {
			findings.addTo('edge cases', item, (names) => `Edge cases are not read: ${names}.`);
		} else if (animated !== undefined && folders.length > 0) {
			const describe = (names: string) => `${names}: a layer may not move, so ${animated} files are not read. Use PNG.`;
			findings.addTo(`animated ${animated}`, item, describe, 'error');
		} else if (kind !== undefined && folders.length > 0) {
			const describe = (names: string) => `${names}: ${kind} files are not layers. Save them as PNG.`;
			findings.addTo(`kind ${kind}`, item, describe, 'error');
		} else if (extension === 'png' && folders.length === 0) {
			findings.addTo(
				'loose',
				item,
				(names) => `${names}: these pictures lie in no layer's folder, so they are not read.`,
			);
		} else if (extension === 'png') pictures.push({ path, folders, base });
	}
	if (pictures.length <= layerFilesMax) return pictures;
	const [count, limit] = [pictures.length, layerFilesMax].map(formatNumber);
	findings.add('error', `There are ${count} pictures; at most ${limit} can be read.`);
	return null;
}

/** A folder of nothing but other files, such as `src`, is not a layer; one without any file is an empty one. */
function listFolders(files: readonly ListedPath[]): string[] {
	const perFolder = Map.groupBy(
		files.filter(({ folders }) => folders.length > 0),
		({ folders }) => folders[0]!,
	);
	const isPicture = ({ extension }: ListedPath) =>
		extension === 'png' || pictureKinds.has(extension) || animatedKinds.has(extension);
	const names = [...perFolder].flatMap(([name, inside]) => {
		const contents = inside.filter(({ isFolder }) => !isFolder);
		return contents.length === 0 || contents.some(isPicture) ? [name] : [];
	});
	return names.filter((name) => !foreignFolders.has(name.toLowerCase())).sort(compareNaturally);
}

/** A file in the project's folder or nearest below it, but not inside a folder that is somebody else's. */
function findNearest(
	files: readonly ListedPath[],
	project: readonly string[],
	fits: (file: ListedPath) => boolean,
	toRank: (file: ListedPath) => number,
): ListedPath | undefined {
	const isOwn = (file: ListedPath) =>
		isBelow(file, project) &&
		!file.folders.slice(project.length).some((folder) => foreignFolders.has(folder.toLowerCase()));
	const found = files.filter(
		(file) => !file.isFolder && isOwn(file) && fits(file) && file.folders.length <= project.length + 2,
	);
	return found.sort((left, right) => toRank(left) - toRank(right) || left.folders.length - right.folders.length)[0];
}

/** `src/config.js` is where the engine looks; any other one is a copy or an older one. */
function toConfigRank({ folders, name }: ListedPath): number {
	const isInSource = folders.at(-1)?.toLowerCase() === 'src';
	return (configNames.get(name.toLowerCase()) ?? 0) + (isInSource ? 0 : 10);
}

function isCompatibility({ folders, name }: ListedPath): boolean {
	return name.toLowerCase() === 'compatibility.json' && folders.at(-1)?.toLowerCase() === 'compatibility';
}
