import { blankComments, findImports, lineAt } from './imports.mjs';
import { isTest } from './workspace.mjs';

/** Hosts of package registries, and the settings that name one: which registry serves a machine is its own affair. */
const registry =
	/\b(registry\.(npmjs|yarnpkg|npmmirror)\.[a-z]+|npm\.pkg\.github\.com|(files\.)?pythonhosted\.org|pypi\.org|[\w-]*(artifactory|verdaccio|nexus)[\w-]*\.[\w.-]+)|^\s*(@[\w-]+:)?registry\s*=|https?:\/\/[^\s'"]+\/-\/[^\s'"]+\.tgz/im;

/** What would make the same input give another result. */
const impure = [
	{ pattern: /\bMath\.random\b/g, instead: 'take numbers from the seeded generator' },
	{ pattern: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/g, instead: 'let the caller pass the time' },
	{ pattern: /\bnew Date\(/g, instead: 'let the caller pass the time as text or a number' },
	{ pattern: /\bcrypto\.(randomUUID|getRandomValues)\b/g, instead: 'derive it from the seed' },
];
const purePackages = /^packages\/(forge|collection)\/src\//;

/** Where transactions are opened; everything else goes through it. */
const transactPath = 'packages/db/src/client/transact.ts';

/** Contents that are forbidden wherever they stand. @returns {string[]} */
export function checkContents(/** @type {import('./workspace.mjs').Workspace} */ { files }) {
	return files.flatMap((file) => [
		...checkRegistry(file),
		...checkTestSupport(file),
		...checkPurity(file),
		...checkTransactions(file),
		...checkEnvironment(file),
	]);
}

/** @returns {string[]} */
function checkRegistry(/** @type {import('./workspace.mjs').File} */ { path, text }) {
	// The rule and its test name what they look for.
	if (path.startsWith('tooling/checks/structure')) return [];
	const match = registry.exec(text);
	if (match === null) return [];
	return [
		`${path}:${lineAt(text, match.index)} names a package registry; leave the choice to the machine's own configuration`,
	];
}

/** Test support is free of the rules for the product, so the product must not build on it. @returns {string[]} */
function checkTestSupport(/** @type {import('./workspace.mjs').File} */ { path, text, isSource }) {
	if (!isSource || !/^(apps|packages)\/[^/]+\/src\//.test(path) || isTest(path)) return [];
	return findImports(text)
		.filter(({ specifier }) => /[/-]testing(\.tsx?)?$/.test(specifier))
		.map(
			({ specifier, line }) =>
				`${path}:${line} imports ${specifier}, which serves tests; move what the product needs out of it`,
		);
}

/** @returns {string[]} */
function checkPurity(/** @type {import('./workspace.mjs').File} */ { path, text, isSource }) {
	if (!isSource || !purePackages.test(path) || isTest(path)) return [];
	const code = blankComments(text);
	/** @type {Map<number, string>} */
	const byLine = new Map();
	for (const { pattern, instead } of impure) {
		for (const match of code.matchAll(pattern)) {
			const line = lineAt(code, match.index);
			if (!byLine.has(line))
				byLine.set(line, `${path}:${line} uses ${match[0].trim()} in a package that must be pure; ${instead}`);
		}
	}
	for (const { specifier, line } of findImports(text)) {
		if (!specifier.startsWith('node:')) continue;
		byLine.set(
			line,
			`${path}:${line} imports ${specifier} in a package that also runs in the browser; do that in core or in the command line`,
		);
	}
	return [...byLine.values()];
}

/** A transaction that is opened elsewhere is not tried again after a deadlock. @returns {string[]} */
function checkTransactions(/** @type {import('./workspace.mjs').File} */ { path, text, isSource }) {
	if (!isSource || path === transactPath || isTest(path)) return [];
	const code = blankComments(text);
	return [...code.matchAll(/\.\s*(transaction|startTransaction)\s*\(\s*\)/g)].map(
		({ index }) =>
			`${path}:${lineAt(code, index)} opens a transaction by itself; call transact(db, work) of @adx/db/client/transact, which tries again after a deadlock`,
	);
}

/** Vitest ends a process of tests where the next file asks for another environment. @returns {string[]} */
function checkEnvironment(/** @type {import('./workspace.mjs').File} */ { path, text, isSource }) {
	if (!isSource || !isTest(path)) return [];
	const index = text.search(/^\s*(\/\/|\/?\*)\s*@vitest-environment\b/m);
	return index < 0
		? []
		: [
				`${path}:${lineAt(text, index)} sets its environment by itself; end its name in .node.test.ts (vitest.config.ts)`,
			];
}
