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
 * Counts of a run from the report file that it wrote. A run that failed with no failed test (a file that does not
 * load, a report that is missing) counts as one failure, so that no failure gets lost.
 * @param {string} path
 * @param {(report: any) => Counts} read
 * @param {boolean} succeeded whether the runner's exit status was 0
 * @returns {Counts}
 */
export function countReport(path, read, succeeded) {
	const counts = readReport(path, read);
	if (counts === undefined) return { ...noTests, failed: 1 };
	return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** @returns {Counts | undefined} */
function readReport(/** @type {string} */ path, /** @type {(report: any) => Counts} */ read) {
	try {
		return read(JSON.parse(readFileSync(path, 'utf8')));
	} catch {
		return undefined;
	}
}

/** @returns {Counts} */
export function readVitestReport(/** @type {any} */ report) {
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

/**
 * A test that passed only when it was repeated, which happens on CI alone, counts as passed: the runner's own output
 * names it as flaky.
 * @returns {Counts}
 */
export function readPlaywrightReport(/** @type {any} */ report) {
	const { expected, unexpected, flaky, skipped } = report.stats;
	return { passed: expected + flaky, failed: unexpected, skipped };
}
