/** Names that say nothing about what is inside. */
const emptyName = /^(utils?|helpers?|types|manager|misc|common|shared)$|-(utils?|helpers?|manager)$/;

/** The two ports that docs/ARCHITECTURE.md names so. */
const allowed = new Set(['packages/core/src/engines/types.ts', 'packages/core/src/platform/storage/types.ts']);

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** File and folder names of everything under apps, packages, tooling, bench and examples. @returns {string[]} */
export function checkNames(/** @type {import('./workspace.mjs').Workspace} */ { files }) {
	return files.flatMap(({ path, isSource }) => {
		if (!isSource || !/^(apps|packages|tooling|bench|examples)\//.test(path) || allowed.has(path)) return [];
		// Route files are named by the address they serve, in the router's own notation; generated files by their generator.
		const isRoute = path.startsWith('apps/web/src/routes/');
		const names = path.split('/').map((part) => part.split('.')[0] ?? '');
		const empty = names.find((name) => emptyName.test(name));
		if (empty !== undefined) return [`${path} is called "${empty}"; name it by what it does`];
		if (isRoute || /\.gen\.tsx?$/.test(path)) return [];
		if (/\/index\.tsx?$/.test(path))
			return [`${path} is a barrel; name the file by what it holds and export it as a subpath`];
		const wrong = names.find((name) => !kebabCase.test(name));
		return wrong === undefined ? [] : [`${path} has "${wrong}" in its name; write it in kebab-case`];
	});
}
