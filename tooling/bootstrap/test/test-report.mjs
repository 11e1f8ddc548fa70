import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootDir } from '../workspace.mjs';

/**
 * Numbers of tests; a failed step without tests of its own, such as lint, is one failure.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * What a runner of tests reported. Each failure names its test and shows how its message starts, one or more lines.
 * @typedef {{ counts: Counts, failures: string[] }} Report
 */

/** @type {Readonly<Counts>} */
export const noTests = { passed: 0, failed: 0, skipped: 0 };
const messageLines = 6;

/** @returns {Counts} */
export function addCounts(/** @type {Counts} */ a, /** @type {Counts} */ b) {
	return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of `npm test`, e.g. `12 passed, 0 failed, 1 skipped`. */
export function formatCounts(/** @type {Counts} */ { passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A failure by its name and the first lines of its message, indented; colours are removed. */
export function formatFailure(/** @type {string} */ name, /** @type {string} */ message = '') {
	const lines = stripVTControlCharacters(message).split('\n');
	const shown = lines.filter((line) => line.trim() !== '').slice(0, messageLines);
	return [name, ...shown.map((line) => `    ${line}`)].join('\n');
}

/**
 * Reads the report that vitest or Playwright wrote. A run that failed with no failed test (an error outside of every
 * test, a report that is missing) counts as one failure, so that no failure gets lost.
 * @param {string} path
 * @param {boolean} succeeded whether the runner's exit status was 0
 * @returns {Report}
 */
export function readReport(path, succeeded) {
	const report = parseReport(path);
	if (report === undefined) {
		return { counts: { ...noTests, failed: 1 }, failures: ['the runner ended without a report'] };
	}
	if (succeeded || report.counts.failed > 0) return report;
	const failures = report.failures.length > 0 ? report.failures : ['an error outside of every test (see the output)'];
	return { counts: { ...report.counts, failed: 1 }, failures };
}

/** @returns {Report | undefined} */
function parseReport(/** @type {string} */ path) {
	try {
		const report = JSON.parse(readFileSync(path, 'utf8'));
		return report.stats === undefined ? fromVitest(report) : fromPlaywright(report);
	} catch {
		return undefined;
	}
}

/** @returns {Report} */
function fromVitest(/** @type {any} */ report) {
	const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests, testResults = [] } = report;
	const failures = [];
	for (const { name, status, message, assertionResults } of testResults) {
		const file = isAbsolute(name) ? relative(rootDir, name) : name;
		const failedTests = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
		for (const test of failedTests) {
			failures.push(formatFailure(`${file} > ${test.fullName}`, test.failureMessages.join('\n')));
		}
		// A file that does not load has no tests.
		if (status === 'failed' && failedTests.length === 0) failures.push(formatFailure(file, message));
	}
	return { counts: { passed, failed, skipped: numPendingTests + numTodoTests }, failures };
}

/** @returns {Report} */
function fromPlaywright(/** @type {any} */ { stats, suites = [], errors = [] }) {
	// A test that passed only when it was repeated counts as passed: the runner's own output names it as flaky.
	const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
	/** @type {string[]} */
	const failures = errors.map((/** @type {any} */ error) => formatFailure('outside of every story', error.message));
	const visit = (/** @type {any} */ suite) => {
		for (const spec of suite.specs ?? []) {
			if (spec.ok) continue;
			const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
			failures.push(formatFailure(`${spec.file}:${spec.line} > ${spec.title}`, results.at(-1)?.error?.message));
		}
		for (const inner of suite.suites ?? []) visit(inner);
	};
	for (const suite of suites) visit(suite);
	return { counts, failures };
}
