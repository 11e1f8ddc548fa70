import { folderOf, isTest } from './workspace.mjs';

const fileLines = 400;
const functionLines = 80;
const componentLines = 200;
const folderFiles = 25;

/** Many files of one kind by nature: option catalogues, migrations and the parts that the forge draws. */
const exemptFolder = /\/(catalogue|migrations|fixtures|__fixtures__)$|^packages\/forge\/src\/parts\//;

/** Long by nature: option catalogues, migrations, recorded data and generated code. */
const exempt = /\/(catalogue|migrations|fixtures|__fixtures__)\/|\.gen\.tsx?$/;

/**
 * The hard limits for folders, files, functions and components; the norms are half of them or less. Functions are measured
 * where the formatter leaves them: at the left margin, or one step in as a method of a class.
 * @returns {string[]}
 */
export function checkSizes(/** @type {import('./workspace.mjs').Workspace} */ { files }) {
	return [...checkFolders(files), ...files.flatMap(checkFile)];
}

/** @returns {string[]} */
function checkFolders(/** @type {import('./workspace.mjs').File[]} */ files) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const { path, isSource } of files) {
		const folder = folderOf(path);
		if (isSource && !isTest(path) && !exemptFolder.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	return [...counts]
		.filter(([, count]) => count > folderFiles)
		.map(
			([folder, count]) => `${folder} holds ${count} source files; give its subjects folders of at most ${folderFiles}`,
		);
}

/** @returns {string[]} */
function checkFile(/** @type {import('./workspace.mjs').File} */ { path, text, isSource }) {
	if (!(isSource || path.endsWith('.css')) || exempt.test(path)) return [];
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	const tooLong =
		lines.length > fileLines
			? [`${path} has ${lines.length} lines; split it by subject into files of at most ${fileLines}`]
			: [];
	return isSource && !isTest(path) ? [...tooLong, ...checkFunctions(path, lines)] : tooLong;
}

/** @returns {string[]} */
function checkFunctions(/** @type {string} */ path, /** @type {string[]} */ lines) {
	const problems = [];
	for (const [index, line] of lines.entries()) {
		const start = functionStart(line);
		if (start === undefined) continue;
		// A line that is no deeper and begins otherwise shows that it was no function with a body after all.
		const end = lines.findIndex(
			(other, at) => at > index && other.startsWith(start.indent) && /^[^\s)]/.test(other.slice(start.indent.length)),
		);
		const length = end !== -1 && lines[end]?.startsWith(`${start.indent}}`) ? end - index + 1 : 1;
		const limit = path.endsWith('.tsx') && /^[A-Z]/.test(start.name) ? componentLines : functionLines;
		if (length > limit) {
			problems.push(
				`${path}:${index + 1} ${start.name} has ${length} lines; split it into functions of at most ${limit}`,
			);
		}
	}
	return problems;
}

/** Name and indentation when a line begins a function whose body ends with a brace at the same indentation. */
function functionStart(/** @type {string} */ line) {
	const declared = /^(?:export )?(?:default )?(?:async )?function\*? ?(\w*)/.exec(line);
	if (declared !== null) return { name: declared[1] || 'a function', indent: '' };
	const assigned = /^(?:export )?const (\w+)\b.*(?:=> \{|\bfunction\b.*\{|=> \($|= (?:async )?\($)/.exec(line);
	if (assigned !== null) return { name: assigned[1] ?? '', indent: '' };
	const method = /^\t(?:(?:static|async|override|private|protected|public|get|set) )*\*?(#?\w+)\(.*\{$/.exec(line);
	if (method === null || /^(if|for|while|switch|catch|with)$/.test(method[1] ?? '')) return undefined;
	return { name: method[1] ?? '', indent: '\t' };
}
