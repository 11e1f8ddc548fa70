import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from '../workspace.mjs';
import { formatCounts, readReport } from './test-report.mjs';

let folder = '';
let path = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-report-'));
	path = join(folder, 'report.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 };

test('sums what a runner reports', () => {
	writeFileSync(path, JSON.stringify(vitest));
	const { counts, failures } = readReport(path, true);
	expect(counts).toEqual({ passed: 5, failed: 0, skipped: 3 });
	expect(failures).toEqual([]);
	expect(formatCounts(counts)).toBe('5 passed, 0 failed, 3 skipped');
});

test('counts a run that failed without a failed test as one failure', () => {
	writeFileSync(path, JSON.stringify(vitest));
	const { counts, failures } = readReport(path, false);
	expect(counts).toEqual({ passed: 5, failed: 1, skipped: 3 });
	expect(failures).toEqual(['an error outside of every test (see the output)']);
});

test.each([undefined, '', '{"numPassedTests":'])(
	'counts a report that is missing or cut off as one failure: %j',
	(text) => {
		if (text !== undefined) writeFileSync(path, text);
		const { counts, failures } = readReport(path, true);
		expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
		expect(failures).toEqual(['the runner ended without a report']);
	},
);

test('counts a browser test that passed only when repeated as passed', () => {
	writeFileSync(path, JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }));
	expect(readReport(path, false).counts).toEqual({ passed: 4, failed: 1, skipped: 2 });
});

test('names the failed tests of vitest, and the files that do not load, with the start of their messages', () => {
	const failed = {
		status: 'failed',
		fullName: 'a sum is right',
		failureMessages: ['\u001b[31mAssertionError\u001b[39m: 3\n\nis not 4\n1\n2\n3\n4\n5\n6'],
	};
	const testResults = [
		{
			name: inRoot('packages/sums/sum.test.ts'),
			status: 'failed',
			message: '',
			assertionResults: [{ status: 'passed', fullName: 'a sum is a number' }, failed],
		},
		{ name: inRoot('broken.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
	];
	writeFileSync(path, JSON.stringify({ ...vitest, numFailedTests: 1, testResults }));
	expect(readReport(path, false)).toEqual({
		counts: { passed: 5, failed: 1, skipped: 3 },
		failures: [
			'packages/sums/sum.test.ts > a sum is right\n    AssertionError: 3\n    is not 4\n    1\n    2\n    3\n    4',
			'broken.test.ts\n    Cannot find module',
		],
	});
});

test('names the failed stories of Playwright, in groups too', () => {
	const story = (title: string, ok: boolean, message?: string) => ({
		title,
		ok,
		file: 'e2e/home.spec.ts',
		line: 7,
		tests: [{ results: [{}, { error: message === undefined ? undefined : { message } }] }],
	});
	const report = {
		stats: { expected: 1, unexpected: 2, flaky: 0, skipped: 0 },
		suites: [
			{
				specs: [story('opens', true), story('closes', false, 'no button')],
				suites: [{ specs: [story('opens again', false)] }],
			},
		],
	};
	writeFileSync(path, JSON.stringify(report));
	expect(readReport(path, false).failures).toEqual([
		'e2e/home.spec.ts:7 > closes\n    no button',
		'e2e/home.spec.ts:7 > opens again',
	]);
});
