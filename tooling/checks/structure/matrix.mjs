import { findImports } from './imports.mjs';
import { folderOf, isTest, packageOf, resolveFrom } from './workspace.mjs';

/** What of the contracts the browser may have: interfaces, and the code that a deployment is compared with. */
const browserContracts = ['@adx/contracts/evm/abi', '@adx/contracts/evm/drop/decode-deployment'];

/**
 * Which packages of ours each package depends on: the arrows of docs/ARCHITECTURE.md. A package that does not exist
 * yet counts for nobody.
 * @type {Record<string, string[]>}
 */
const matrix = {
	'@adx/web': ['@adx/validators', '@adx/collection', '@adx/forge', '@adx/contracts', '@adx/ui', '@adx/api-router'],
	'@adx/api': ['@adx/api-router', '@adx/core', '@adx/db', '@adx/validators'],
	'@adx/cli': ['@adx/core', '@adx/db', '@adx/collection', '@adx/forge', '@adx/validators'],
	'@adx/client': ['@adx/api-router'],
	'@adx/api-router': ['@adx/core', '@adx/validators'],
	'@adx/core': ['@adx/db', '@adx/forge', '@adx/collection', '@adx/contracts', '@adx/validators'],
	'@adx/db': ['@adx/validators'],
	'@adx/forge': ['@adx/validators'],
	'@adx/collection': ['@adx/validators'],
	'@adx/contracts': [],
	'@adx/fakes': ['@adx/contracts'],
	'@adx/ui': [],
	'@adx/validators': [],
};

/** Packages of ours that may be a devDependency of any other. */
const developmentOnly = new Set(['@adx/fakes', '@adx/browser', '@adx/tsconfig', '@adx/node']);

const where = 'tooling/checks/structure/matrix.mjs and docs/ARCHITECTURE.md';

/** Declared and imported packages of ours against the matrix. @returns {string[]} */
export function checkMatrix(/** @type {import('./workspace.mjs').Workspace} */ workspace) {
	return [...workspace.packages.flatMap((pack) => checkManifest(pack, workspace)), ...checkImports(workspace)];
}

/** @returns {string[]} */
function checkManifest(
	/** @type {import('./workspace.mjs').Package} */ pack,
	/** @type {import('./workspace.mjs').Workspace} */ { packages },
) {
	const problems = [];
	const manifest = `${pack.folder}/package.json`;
	for (const key of pack.exports) {
		// A folder of one subject may be exported as a whole: './sale/*'; a package for other projects goes by its name alone.
		if ((key === '.' && !pack.isPublished) || (key.includes('*') && !/^\.\/[^*]+\/\*$/.test(key))) {
			problems.push(`${manifest} exports "${key}"; export folders by subject ("./subject/*") or files by their name`);
		}
	}
	for (const name of pack.devDependencies.filter(isOurs)) {
		if (!developmentOnly.has(name) && !pack.isPublished)
			problems.push(`${manifest} has ${name} in devDependencies; declare it in dependencies or drop it`);
	}
	for (const name of pack.isPublished ? pack.dependencies.filter(isOurs) : []) {
		problems.push(
			`${manifest} has ${name} in dependencies, which no other project can install; take its types alone and declare it in devDependencies`,
		);
	}
	const declared = [...pack.dependencies, ...(pack.isPublished ? pack.devDependencies : [])].filter(
		(name) => isOurs(name) && !developmentOnly.has(name),
	);
	if (!/^(apps|packages)\//.test(pack.folder)) return problems;

	const allowed = matrix[pack.name];
	if (allowed === undefined)
		return [...problems, `${manifest} is a package the matrix does not know; add it to ${where}`];
	for (const name of declared) {
		if (!allowed.includes(name)) {
			problems.push(
				`${manifest} depends on ${name}, which the matrix forbids; move the code to a package that may, or change ${where}`,
			);
		}
	}
	for (const name of allowed) {
		if (!declared.includes(name) && packages.some((other) => other.name === name)) {
			problems.push(
				`${manifest} does not declare ${name}; declare it as workspace:*, or take the arrow out of ${where}`,
			);
		}
	}
	return problems;
}

/** @returns {string[]} */
function checkImports(/** @type {import('./workspace.mjs').Workspace} */ workspace) {
	return workspace.files.flatMap(({ path, text, isSource }) => {
		const pack = isSource ? packageOf(workspace, path) : undefined;
		if (pack === undefined) return [];
		return findImports(text).flatMap((found) => {
			const at = `${path}:${found.line}`;
			if (found.specifier.startsWith('.')) {
				const target = resolveFrom(folderOf(path), found.specifier);
				if (target.startsWith(`${pack.folder}/`) || pack.folder.startsWith('tooling/')) return [];
				return [`${at} imports ${found.specifier} from outside its package; import it by its package's name`];
			}
			return isOurs(found.specifier) ? checkOwnImport(at, pack, found, isTest(path)) : [];
		});
	});
}

/** @returns {string[]} */
function checkOwnImport(
	/** @type {string} */ at,
	/** @type {import('./workspace.mjs').Package} */ pack,
	/** @type {import('./imports.mjs').Import} */ { specifier, isType },
	/** @type {boolean} */ inTest,
) {
	const name = specifier.split('/').slice(0, 2).join('/');
	const problems = [];
	// The hostile client starts the product and reads its declarations; nothing builds on the client.
	const isAttack = pack.name === '@adx/hostile' && name === '@adx/api';
	if (/^@adx\/(bench|api|web|cli|hostile)$/.test(name) && name !== pack.name && !isAttack) {
		return [`${at} imports ${name}, which nothing may import; move what is needed to a package`];
	}
	if (name !== pack.name && ![...pack.dependencies, ...pack.devDependencies].includes(name)) {
		problems.push(
			`${at} imports ${name}, which ${pack.folder}/package.json does not declare; declare it if the matrix allows it`,
		);
	}
	const typesOnly = pack.name === '@adx/web' || pack.name === '@adx/client' || pack.folder.startsWith('examples/');
	if (name === '@adx/api-router' && typesOnly && !isType) {
		problems.push(`${at} imports ${name} at run time; write "import type", so that no server code reaches a client`);
	}
	if (name === '@adx/contracts' && pack.name === '@adx/web' && !browserContracts.includes(specifier) && !inTest) {
		problems.push(`${at} imports ${specifier}; the browser may import ${browserContracts.join(' and ')} only`);
	}
	return problems;
}

function isOurs(/** @type {string} */ specifier) {
	return specifier.startsWith('@adx/');
}
