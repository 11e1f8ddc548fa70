import { findImports } from './imports.mjs';
import { folderOf, isTest, packageOf, resolveFrom } from './workspace.mjs';

/**
 * Files of one package that import each other, types included: none of them can be read, tested or moved without the
 * others. @returns {string[]}
 */
export function checkCycles(/** @type {import('./workspace.mjs').Workspace} */ workspace) {
	const paths = new Set(workspace.files.map(({ path }) => path));
	/** @type {Map<string, string[]>} */
	const imports = new Map();
	for (const { path, text, isSource } of workspace.files) {
		const pack = packageOf(workspace, path);
		if (!isSource || pack === undefined || isTest(path)) continue;
		const targets = findImports(text).map(({ specifier }) =>
			specifier.startsWith('.') ? resolveFrom(folderOf(path), specifier.replace(/\?.*$/, '')) : '',
		);
		imports.set(
			path,
			targets.filter((target) => paths.has(target) && target !== path),
		);
	}
	return findCycles(imports).map(
		(cycle) =>
			`${cycle[0]} imports itself by way of ${[...cycle.slice(1), cycle[0]].join(' -> ')}; move what both need into a third file`,
	);
}

/**
 * One cycle of each group of files that reach each other (Tarjan's algorithm), its first file by name in front.
 * @returns {string[][]}
 */
function findCycles(/** @type {ReadonlyMap<string, readonly string[]>} */ imports) {
	/** @type {Map<string, { index: number, low: number, isOnStack: boolean }>} */
	const seen = new Map();
	/** @type {string[]} */
	const stack = [];
	/** @type {string[][]} */
	const groups = [];
	const visit = (/** @type {string} */ path) => {
		const node = { index: seen.size, low: seen.size, isOnStack: true };
		seen.set(path, node);
		stack.push(path);
		for (const target of imports.get(path) ?? []) {
			const known = seen.get(target);
			if (known === undefined) node.low = Math.min(node.low, visit(target).low);
			else if (known.isOnStack) node.low = Math.min(node.low, known.index);
		}
		if (node.low !== node.index) return node;
		const group = stack.splice(stack.indexOf(path));
		for (const member of group) {
			const state = seen.get(member);
			if (state !== undefined) state.isOnStack = false;
		}
		if (group.length > 1) groups.push(group);
		return node;
	};
	for (const path of imports.keys()) if (!seen.has(path)) visit(path);
	return groups.map((group) => shortestCycle(group.sort()[0] ?? '', new Set(group), imports));
}

/** @returns {string[]} */
function shortestCycle(
	/** @type {string} */ start,
	/** @type {Set<string>} */ group,
	/** @type {ReadonlyMap<string, readonly string[]>} */ imports,
) {
	/** @type {string[][]} */
	let ways = [[start]];
	const reached = new Set();
	for (;;) {
		/** @type {string[][]} */
		const longer = [];
		for (const way of ways) {
			for (const target of imports.get(way.at(-1) ?? '') ?? []) {
				if (target === start) return way;
				if (!group.has(target) || reached.has(target)) continue;
				reached.add(target);
				longer.push([...way, target]);
			}
		}
		ways = longer;
	}
}
