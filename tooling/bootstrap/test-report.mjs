import { readFileSync } from 'node:fs';

/**
 * Numbers of tests; a failed step without tests of its own, such as lint, is one failure.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @type {Readonly<Counts>} */
export const noTests = { passed: 0, failed: 0, skipped: 0 };

/** @returns {Counts} */
export function addCounts(/** @type {Counts} */ a, /** @type {Counts} */ b) {
	return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of `npm test`, e.g. `12 passed, 0 failed, 1 skipped`. */
export function formatCounts(/** @type {Counts} */ { passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Counts of a run from the report that vitest or Playwright wrote. A run that failed with no failed test (a file that
 * does not load, a report that is missing) counts as one failure, so that no failure gets lost.
 * @param {string} path
 * @param {boolean} succeeded whether the runner's exit status was 0
 * @returns {Counts}
 */
export function countReport(path, succeeded) {
	const counts = readReport(path);
	if (counts === undefined) return { ...noTests, failed: 1 };
	return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** @returns {Counts | undefined} */
function readReport(/** @type {string} */ path) {
	try {
		const { stats, ...vitest } = JSON.parse(readFileSync(path, 'utf8'));
		if (stats === undefined) {
			const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = vitest;
			return { passed, failed, skipped: numPendingTests + numTodoTests };
		}
		// A test that passed only when it was repeated counts as passed: the runner's own output names it as flaky.
		return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
	} catch {
		return undefined;
	}
}
