import { folderOf, isTest } from './workspace.mjs';

const folderFiles = 25;

/** Many files of one kind by nature: option catalogues, migrations and the parts that the forge draws. */
const exempt = /\/(catalogue|migrations|fixtures|__fixtures__)$|^packages\/forge\/src\/parts\//;

/** The hard limit for folders; those for files and functions are rules of Biome. @returns {string[]} */
export function checkSizes(/** @type {import('./workspace.mjs').Workspace} */ { files }) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const { path, isSource } of files) {
		const folder = folderOf(path);
		if (isSource && !isTest(path) && !exempt.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	return [...counts]
		.filter(([, count]) => count > folderFiles)
		.map(
			([folder, count]) => `${folder} holds ${count} source files; give its subjects folders of at most ${folderFiles}`,
		);
}
