/** Prints a line for each test that passed only when it was repeated; vitest's own reporter keeps silent about them. */
export default class FlakyReporter {
	onTestCaseResult(/** @type {import('vitest/node').TestCase} */ test) {
		if (test.diagnostic()?.flaky) console.log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}`);
	}
}
