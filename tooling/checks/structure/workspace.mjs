import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold nothing of the sources; `data` and `out` only at the root. */
const skippedFolders = new Set([
	'node_modules',
	'dist',
	'.git',
	'.cache',
	'.turbo',
	'coverage',
	'playwright-report',
	'test-results',
]);
const skippedRootFolders = new Set(['data', 'out']);
const sourceName = /\.(ts|tsx|mts|mjs|cjs|js|jsx)$/;
const textName =
	/\.(ts|tsx|mts|mjs|cjs|js|jsx|json|yaml|yml|md|css|html|sh|sol|txt|toml)$|(^|\/)(\.[a-z]+|run|Dockerfile|LICENSE)$/;
const largestTextBytes = 2_000_000;

/**
 * A text file: `path` is relative to the root with forward slashes, `isSource` is true for program text.
 * @typedef {{ path: string, text: string, isSource: boolean }} File
 */

/**
 * A workspace package: `folder` is relative to the root, `dependencies` and `devDependencies` hold names only,
 * `isPublished` holds for one that other projects install.
 * @typedef {{
 *   name: string, folder: string, isPublished: boolean, dependencies: string[], devDependencies: string[], exports: string[],
 *   references: string[] | undefined,
 * }} Package
 */

/** @typedef {{ root: string, files: File[], packages: Package[], rootReferences: string[] | undefined }} Workspace */

/** Reads every text file and manifest of a repository once. @returns {Workspace} */
export function readWorkspace(/** @type {string} */ root) {
	const files = listFiles(root, '').map((path) => ({
		path,
		text: readFileSync(join(root, path), 'utf8'),
		isSource: sourceName.test(path),
	}));
	return { root, files, packages: readPackages(root, files), rootReferences: readReferences(root, '') };
}

/** @returns {string[]} */
function listFiles(/** @type {string} */ root, /** @type {string} */ folder) {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		if (entry.isDirectory()) {
			const skipped = skippedFolders.has(entry.name) || (folder === '' && skippedRootFolders.has(entry.name));
			return skipped ? [] : listFiles(root, path);
		}
		return entry.isFile() && textName.test(path) && statSync(join(root, path)).size <= largestTextBytes ? [path] : [];
	});
}

/** @returns {Package[]} */
function readPackages(/** @type {string} */ root, /** @type {File[]} */ files) {
	return files
		.filter(({ path }) => /^((apps|packages|tooling|examples)\/[^/]+|bench)\/package\.json$/.test(path))
		.map(({ path, text }) => {
			const manifest = JSON.parse(text);
			const folder = path.slice(0, -'/package.json'.length);
			return {
				name: manifest.name,
				folder,
				isPublished: manifest.private !== true,
				dependencies: Object.keys({
					...manifest.dependencies,
					...manifest.optionalDependencies,
					...manifest.peerDependencies,
				}),
				devDependencies: Object.keys(manifest.devDependencies ?? {}),
				exports: typeof manifest.exports === 'object' ? Object.keys(manifest.exports) : [],
				references: readReferences(root, folder),
			};
		});
}

/** The folders that a tsconfig.json refers to, relative to the root; undefined without a tsconfig.json. */
function readReferences(/** @type {string} */ root, /** @type {string} */ folder) {
	const path = join(root, folder, 'tsconfig.json');
	if (!existsSync(path)) return undefined;
	/** @type {{ path: string }[]} */
	const references = JSON.parse(readFileSync(path, 'utf8')).references ?? [];
	return references.map((reference) => resolveFrom(folder, reference.path));
}

/** The package that holds a file, if any. */
export function packageOf(/** @type {Workspace} */ { packages }, /** @type {string} */ path) {
	return packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** Resolves a relative path against a folder, both with forward slashes; `..` beyond the root stays in the result. */
export function resolveFrom(/** @type {string} */ folder, /** @type {string} */ relative) {
	/** @type {string[]} */
	const parts = folder === '' ? [] : folder.split('/');
	for (const part of relative.split('/')) {
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else if (part !== '.' && part !== '') parts.push(part);
	}
	return parts.join('/');
}

/** Folder of a path, '' at the root. */
export function folderOf(/** @type {string} */ path) {
	return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Whether a file is a test or serves only tests, by its name: `*.test.ts`, `testing.ts`, `figure-testing.ts`, `e2e/`. */
export function isTest(/** @type {string} */ path) {
	return /\.(test|spec)\.tsx?$|[/-]testing\.tsx?$|\/(e2e|fixtures|__fixtures__|test-setup)\//.test(path);
}
