import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { naming, UsageError } from '../../command-line/errors.ts';
import type { GenerateOptions } from './generate-options.ts';

/** Where a collection is written, as absolute paths whose folders exist. */
export interface Targets {
	readonly outDirectory: string | null;
	readonly zipFile: string | null;
	/** Removes the folders that were made for it, as far as they are empty. */
	takeBack(): Promise<void>;
}

/**
 * Makes the folders and refuses, before hours of drawing, what could not be written at their end: a folder that holds
 * files already, which would mix with the new ones, and a zip that is a folder. Throws a UsageError naming the path.
 */
export async function prepareTargets(options: Pick<GenerateOptions, 'outDirectory' | 'zipFile'>): Promise<Targets> {
	const outDirectory = options.outDirectory === null ? null : resolve(options.outDirectory);
	const zipFile = options.zipFile === null ? null : resolve(options.zipFile);
	const made: string[] = [];
	const takeBack = async () => {
		for (const folder of made) await rmdir(folder).catch(() => {});
	};
	try {
		if (outDirectory !== null) await naming(`--out ${outDirectory}`, () => makeEmptyFolder(outDirectory, made));
		if (zipFile !== null) await naming(`--zip ${zipFile}`, () => makeFolderOf(zipFile, made));
	} catch (error) {
		await takeBack();
		throw error;
	}
	return { outDirectory, zipFile, takeBack };
}

async function makeEmptyFolder(path: string, made: string[]): Promise<void> {
	await makeFolder(path, made);
	const [first] = await readdir(path);
	if (first === undefined) return;
	throw new UsageError(`--out ${path}: the folder is not empty, it holds ${first}. Name an empty or a new one.`);
}

async function makeFolderOf(zipFile: string, made: string[]): Promise<void> {
	await makeFolder(dirname(zipFile), made);
	const facts = await stat(zipFile).catch((error: unknown) => {
		if (codeOf(error) !== 'ENOENT') throw error;
	});
	if (facts?.isDirectory()) throw new UsageError(`--zip ${zipFile}: is a folder. Name a file.`);
}

/**
 * Notes the folders it made, innermost first. Step by step, since Node's own recursion never ends on a file system
 * that refuses new names.
 */
async function makeFolder(path: string, made: string[]): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return;
		if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
		await makeFolder(dirname(path), made);
		await mkdir(path);
	}
	made.unshift(path);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);
