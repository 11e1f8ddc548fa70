/** TypeScript project references against the declared workspace packages. @returns {string[]} */
export function checkReferences(/** @type {import('./workspace.mjs').Workspace} */ { packages, rootReferences }) {
	const folders = new Map(packages.map((pack) => [pack.name, pack]));
	const problems = packages.flatMap((pack) => {
		if (pack.references === undefined) return [];
		const needed = [...pack.dependencies, ...pack.devDependencies]
			.map((name) => folders.get(name))
			.filter((other) => other?.references !== undefined)
			.map((other) => other?.folder ?? '');
		return compare(`${pack.folder}/tsconfig.json`, pack.references, needed, 'its package.json declares the dependency');
	});
	if (rootReferences === undefined) return problems;
	const projects = packages.filter((pack) => pack.references !== undefined).map((pack) => pack.folder);
	return [
		...problems,
		...compare('tsconfig.json', rootReferences, ['tooling', ...projects], 'that project exists', ['tooling']),
	];
}

/**
 * @param {string} path
 * @param {string[]} references
 * @param {string[]} needed
 * @param {string} reason
 * @param {string[]} optional
 */
function compare(path, references, needed, reason, optional = []) {
	return [
		...needed
			.filter((folder) => !references.includes(folder) && !optional.includes(folder))
			.map((folder) => `${path} has no reference to ${folder}, though ${reason}; add it`),
		...references
			.filter((folder) => !needed.includes(folder))
			.map((folder) => `${path} refers to ${folder} without need; remove the reference or declare the dependency`),
	];
}
