const listed = 20;

/** For vitest and Playwright alike: lists the test files, or the browser stories, that took the longest. */
export default class SlowestReporter {
	/** @type {{ ms: number, name: string }[]} */
	#runs = [];

	onTestModuleEnd(/** @type {import('vitest/node').TestModule} */ module) {
		const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
		const importsMs = prepareDuration + environmentSetupDuration + setupDuration + collectDuration;
		const share = `(${(importsMs / 1000).toFixed(1)} s before its tests)`;
		this.#runs.push({
			ms: importsMs + duration,
			name: `${module.project.name} ${module.relativeModuleId} ${share}`,
		});
	}

	onTestRunEnd() {
		this.#print('files');
	}

	onTestEnd(
		/** @type {import('@playwright/test/reporter').TestCase} */ story,
		/** @type {import('@playwright/test/reporter').TestResult} */ { duration },
	) {
		this.#runs.push({ ms: duration, name: story.titlePath().filter(Boolean).join(' > ') });
	}

	onEnd() {
		this.#print('stories');
	}

	#print(/** @type {string} */ what) {
		const slowest = this.#runs.toSorted((a, b) => b.ms - a.ms).slice(0, listed);
		console.log(`\nslowest ${what}:`);
		for (const { ms, name } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
	}
}
