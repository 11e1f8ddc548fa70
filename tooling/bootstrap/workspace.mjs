import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository's root. */
export const rootDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder for everything that can be deleted and made again: builds, reports, locks. Never committed. */
export const cacheDir = join(rootDir, '.cache');

/** Absolute path of a file or folder given relative to the repository's root with forward slashes. */
export function inRoot(/** @type {string} */ path) {
	return join(rootDir, ...path.split('/'));
}

/** Node and the built web app of a package made by `npm run package`, which installs and builds nothing; null in a checkout. */
export const packaged = existsSync(inRoot('bin/node'))
	? { nodePath: inRoot('bin/node'), webDist: inRoot('web') }
	: null;

/** Where `.env` lies and relative paths begin: the folder that a package is started in, since its own is not written to. */
export const homeDir = packaged === null ? rootDir : process.cwd();

/** Folders of the workspace's packages relative to the root, with forward slashes; the root's own is not among them. */
export function listPackages() {
	const groups = ['apps', 'packages', 'tooling', 'examples'].filter((group) => existsSync(inRoot(group)));
	const folders = groups.flatMap((group) => readdirSync(inRoot(group)).map((name) => `${group}/${name}`));
	return [...folders, 'bench'].filter((path) => existsSync(inRoot(`${path}/package.json`)));
}

/** An expected failure: its message is the one line the caller prints before it exits with status 1. */
export class BootstrapError extends Error {
	/** @override */
	name = 'BootstrapError';
}

/**
 * Runs a bootstrap script's body. An expected failure becomes one line on stderr, anything else keeps its stack;
 * both end with status 1.
 */
export async function main(/** @type {() => void | Promise<void>} */ body) {
	try {
		await body();
	} catch (error) {
		process.stderr.write(`${error instanceof BootstrapError ? error.message : describe(error)}\n`);
		process.exitCode = 1;
	}
}

function describe(/** @type {unknown} */ error) {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
