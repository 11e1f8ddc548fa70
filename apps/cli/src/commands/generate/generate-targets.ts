import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import type { GenerateOptions } from './generate-options.ts';

/** Where a collection is written, as absolute paths whose folders exist. */
export interface Targets {
	readonly outDirectory: string | null;
	readonly zipFile: string | null;
	/** Removes the folders that were made for it, as far as they are empty. */
	rollBack(): Promise<void>;
}

/**
 * Makes the folders and refuses, before hours of drawing, what could not be written at their end: a folder that holds
 * files already, which would mix with the new ones, a zip that is a folder, and, unless forced, one that is there. Throws a UsageError naming the path.
 */
export async function prepareTargets(
	options: Pick<GenerateOptions, 'outDirectory' | 'zipFile' | 'isForced'>,
): Promise<Targets> {
	const outDirectory = options.outDirectory === null ? null : resolve(options.outDirectory);
	const zipFile = options.zipFile === null ? null : resolve(options.zipFile);
	const createdFolders: string[] = [];
	const rollBack = async () => {
		for (const folder of createdFolders) await rmdir(folder).catch(() => {});
	};
	try {
		if (outDirectory !== null)
			await withSystemErrors(`--out ${outDirectory}`, () => makeEmptyFolder(outDirectory, createdFolders));
		if (zipFile !== null)
			await withSystemErrors(`--zip ${zipFile}`, () =>
				makeParentFolder(zipFile, { createdFolders, isForced: options.isForced }),
			);
	} catch (error) {
		await rollBack();
		throw error;
	}
	return { outDirectory, zipFile, rollBack };
}

async function makeEmptyFolder(path: string, createdFolders: string[]): Promise<void> {
	await makeFolder(path, createdFolders);
	const [first] = await readdir(path);
	if (first === undefined) return;
	throw new UsageError(`--out ${path}: the folder is not empty, it holds ${first}. Name an empty or a new one.`);
}

async function makeParentFolder(
	zipFile: string,
	{ createdFolders, isForced }: { readonly createdFolders: string[]; readonly isForced: boolean },
): Promise<void> {
	await makeFolder(dirname(zipFile), createdFolders);
	const facts = await stat(zipFile).catch((error: unknown) => {
		if (getErrorCode(error) !== 'ENOENT') throw error;
	});
	if (facts?.isDirectory()) throw new UsageError(`--zip ${zipFile}: is a folder. Name a file.`);
	if (facts !== undefined && !isForced) {
		throw new UsageError(`--zip ${zipFile}: is there already. Name another, or add --force.`);
	}
}

/**
 * Notes the folders it made, innermost first. Step by step, since Node's own recursion never ends on a file system
 * that refuses new names.
 */
async function makeFolder(path: string, createdFolders: string[]): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		if (getErrorCode(error) === 'EEXIST') return;
		if (getErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
		await makeFolder(dirname(path), createdFolders);
		await mkdir(path);
	}
	createdFolders.unshift(path);
}

const getErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);
