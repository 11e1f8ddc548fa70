import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countReport, formatCounts } from './test-report.mjs';

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
	expect(countReport(path, true)).toEqual({ passed: 5, failed: 0, skipped: 3 });
	expect(formatCounts(countReport(path, true))).toBe('5 passed, 0 failed, 3 skipped');
});

test('counts a run that failed without a failed test as one failure', () => {
	writeFileSync(path, JSON.stringify(vitest));
	expect(countReport(path, false)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test.each([undefined, '', '{"numPassedTests":'])(
	'counts a report that is missing or cut off as one failure: %j',
	(text) => {
		if (text !== undefined) writeFileSync(path, text);
		expect(countReport(path, true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
	},
);

test('counts a browser test that passed only when repeated as failed', () => {
	writeFileSync(path, JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }));
	expect(countReport(path, false)).toEqual({ passed: 4, failed: 1, skipped: 2 });
});
