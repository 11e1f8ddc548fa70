/**
 * One import, re-export or dynamic import of a file. `isType` holds for `import type`, `export type … from` and
 * `typeof import()`, which leave nothing behind at run time.
 * @typedef {{ specifier: string, line: number, isType: boolean }} Import
 */

const statement = /^[ \t]*(?:import|export)\b([^'";]*?)\bfrom\s*['"]([^'"\n]+)['"]/gm;
const bare = /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm;
const dynamic = /(\btypeof\s+)?\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import of a source text. Text inside comments is left out. @returns {Import[]} */
export function findImports(/** @type {string} */ text) {
	const code = blankComments(text);
	const found = [];
	for (const match of code.matchAll(statement)) {
		const [, clause = '', specifier = ''] = match;
		found.push({
			specifier,
			line: lineAt(code, match.index),
			isType: /^\s+type\b(?!\s*,)/.test(clause),
		});
	}
	for (const match of code.matchAll(bare)) {
		found.push({ specifier: match[1] ?? '', line: lineAt(code, match.index), isType: false });
	}
	for (const match of code.matchAll(dynamic)) {
		found.push({
			specifier: match[2] ?? '',
			line: lineAt(code, match.index),
			isType: match[1] !== undefined,
		});
	}
	return found;
}

/** The same text with comments replaced by spaces, so that lines and columns stay where they are. */
export function blankComments(/** @type {string} */ text) {
	// Strings are matched first, so that slashes inside them are not comments.
	return text.replace(
		/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
		(part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part),
	);
}

/** Line number of a position, counted from 1. */
export function lineAt(/** @type {string} */ text, /** @type {number} */ index) {
	let line = 1;
	for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++;
	return line;
}
