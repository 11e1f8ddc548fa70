// node tooling/checks/structure.mjs [root]: the boundaries of docs/ARCHITECTURE.md as a check, without dependencies and
// in well under a second. Prints one line per violation, which says what to do instead; status 1 when there is any.
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkContents } from './structure/contents.mjs';
import { checkCycles } from './structure/cycles.mjs';
import { checkLockfile } from './structure/lockfile.mjs';
import { checkMatrix } from './structure/matrix.mjs';
import { checkNames } from './structure/names.mjs';
import { checkReferences } from './structure/references.mjs';
import { checkSizes } from './structure/sizes.mjs';
import { checkWeb } from './structure/web.mjs';
import { readWorkspace } from './structure/workspace.mjs';

/**
 * Every violation in the repository at `root`, sorted, each as `path[:line] what is wrong; what to do instead`.
 * @returns {string[]}
 */
export function checkStructure(/** @type {string} */ root) {
	const workspace = readWorkspace(root);
	const checks = [checkMatrix, checkReferences, checkWeb, checkNames, checkSizes, checkCycles, checkContents];
	return [...checks.flatMap((check) => check(workspace)), ...checkLockfile(root)].sort();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const [root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')] = process.argv.slice(2);
	const problems = checkStructure(resolve(root));
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) {
		console.error(`${problems.length} violations of the structure (tooling/checks/structure.mjs)`);
		process.exitCode = 1;
	}
}
