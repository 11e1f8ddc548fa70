// npm test: everything a change must pass. `--only static|vitest|e2e` runs a part, `--heavy` what takes longer and with
// `--minutes` only what starts within so many, `--slowest` lists the files and stories that took the longest; further
// arguments go to vitest as file filters.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../browser/chromium.mjs';
import { ensureInstalled } from './install/install.mjs';
import { startSharedStores } from './test/shared-stores.mjs';
import { formatCounts, noTests } from './test/test-report.mjs';
import { reportPath, TestRun } from './test/test-steps.mjs';
import { ensureWebBuild } from './web-build.mjs';
import { BootstrapError, cacheDir, inRoot, main } from './workspace.mjs';

const parts = ['static', 'vitest', 'e2e'];
/** Each has a browser and products of its own, and few stories are left for a fifth. */
const browserWorkersMax = 4;
// A story waits for its page a good deal, so one more than there are cores keeps them busy.
const browserWorkers = `--workers=${Math.min(availableParallelism() + 1, browserWorkersMax)}`;
/** On servers beside them tests take their share of the cores from them. */
const vitestMinutes = process.env.TEST_STORAGE === 's3' ? 90 : 30;
/** Kept of the time of heavy tests for those in the browser, which come last. */
const furtherStoriesMinutes = 15;
const furtherReporters = process.argv.includes('--slowest') ? [inRoot('tooling/test-setup/slowest-reporter.mjs')] : [];

await main(async () => {
	const { only, heavy, minutes, filters } = readArguments();
	// Tests must not touch the database or the settings of the user who runs them.
	for (const name of ['DATABASE_URL', 'DATA_DIR', 'HOST', 'PORT', 'WEB_DIST']) delete process.env[name];
	process.env.ADX_SKIP_ENV_FILE = '1';
	// Some two hundred processes load the same modules in one run.
	process.env.NODE_COMPILE_CACHE = join(cacheDir, 'compile');

	const nodePath = await installed();
	if (nodePath === undefined) return;
	const run = new TestRun(nodePath);
	if (heavy) {
		const endsAt = Date.now() + minutes * 60_000;
		process.env.TEST_DEADLINE = String(endsAt - furtherStoriesMinutes * 60_000);
		const heavyTests = vitest(['--config', 'vitest.heavy.config.ts', ...filters], 90);
		await run.step('heavy tests', () => run.run(heavyTests));
		process.env.TEST_DEADLINE = String(endsAt);
		if (filters.length === 0) await heavyBrowserSteps(run, nodePath);
	} else {
		if (only === undefined || only === 'static') await staticSteps(run);
		if (only === undefined || only === 'vitest')
			await run.step('unit, database and component tests', () => run.run(vitest(filters, vitestMinutes)));
		if (only === undefined || only === 'e2e') await browserSteps(run, nodePath);
	}
	// In CI only the end of the output may be at hand.
	for (const failure of run.failures) console.log(`failed: ${failure}`);
	const areAllChecks = only === 'static' && run.counts.failed === 0;
	console.log(areAllChecks ? 'Every check passed.' : formatCounts(run.counts));
	if (run.counts.failed > 0) process.exitCode = 1;
});

/** The Node to test with; a failed install is a failed run like any other, with its numbers on the last line. */
async function installed() {
	try {
		return await ensureInstalled();
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		console.log(formatCounts({ ...noTests, failed: 1 }));
		process.exitCode = 1;
		return undefined;
	}
}

function readArguments() {
	try {
		const { values, positionals } = parseArgs({
			options: {
				only: { type: 'string' },
				heavy: { type: 'boolean', default: false },
				minutes: { type: 'string', default: 'Infinity' },
				slowest: { type: 'boolean' },
			},
			allowPositionals: true,
		});
		const minutes = Number(values.minutes);
		if (Number.isNaN(minutes)) throw new Error('--minutes takes a number');
		if (values.only !== undefined && !parts.includes(values.only)) throw new Error(`--only takes ${parts.join(', ')}`);
		return { ...values, minutes, filters: positionals };
	} catch (error) {
		throw new BootstrapError(error instanceof Error ? error.message : String(error));
	}
}

/** The compiler, which uses one core, beside the others. */
async function staticSteps(/** @type {TestRun} */ run) {
	const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'];
	// Checkers of one project work out the same types side by side: one alone takes two thirds of the processor's time.
	const compiler = ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'];
	const types = run.step('types', () => run.run({ args: compiler }));
	await run.step('format and lint', () => run.run({ args: biome }));
	await run.step('structure', () => run.run({ args: ['tooling/checks/structure.mjs'] }));
	await run.step('unused code', () =>
		run.run({ args: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] }),
	);
	await run.step('boundaries', () => run.run({ args: ['node_modules/turbo/bin/turbo', 'boundaries'] }));
	await types;
}

/** @returns {import('./test/test-steps.mjs').Program} */
function vitest(/** @type {string[]} */ args, /** @type {number} twice what a slow machine takes */ minutes) {
	const report = reportPath();
	return {
		args: [
			'node_modules/vitest/vitest.mjs',
			'run',
			...args,
			'--reporter=default',
			'--reporter=./tooling/test-setup/flaky-reporter.mjs',
			'--reporter=json',
			`--outputFile.json=${report}`,
			...furtherReporters.map((path) => `--reporter=${path}`),
		],
		report,
		timeoutMs: minutes * 60_000,
	};
}

async function browserSteps(/** @type {TestRun} */ run, /** @type {string} */ nodePath) {
	const folder = await buildStep(run, nodePath);
	if (folder === undefined) return;
	await run.step('size of the first load', () => run.run({ args: ['tooling/checks/first-load.mjs', folder] }));
	const selection = ['--grep-invert', '@further|@looks|@heavy', browserWorkers];
	await run.step('browser stories', () => playwright(run, folder, selection));
}

/** What varies a story (faults, refusals, second tabs) and the looks of every page; then, one at a time, what is measured. */
async function heavyBrowserSteps(/** @type {TestRun} */ run, /** @type {string} */ nodePath) {
	const folder = await buildStep(run, nodePath);
	if (folder === undefined) return;
	const further = ['--grep', '@further|@looks', '--grep-invert', '@heavy', '--fully-parallel', browserWorkers];
	await run.step('further stories, every page and state in the browser', () => playwright(run, folder, further));
	await run.step('what is measured in the browser', () => playwright(run, folder, ['--grep', '@heavy']));
}

/** Returns the folder of the built web app; undefined when it could not be built. */
async function buildStep(/** @type {TestRun} */ run, /** @type {string} */ nodePath) {
	/** @type {string | undefined} */
	let webDist;
	await run.step('build of the web app', async () => {
		webDist = await ensureWebBuild(nodePath);
	});
	return webDist;
}

async function playwright(
	/** @type {TestRun} */ run,
	/** @type {string} */ webDist,
	/** @type {string[]} */ selection,
) {
	const browser = findChromium();
	if (browser === undefined) {
		console.log('No Chromium found (CHROMIUM_PATH, @sparticuz/chromium, installed): browser tests skipped.');
		return { passed: 0, failed: 0, skipped: 1 };
	}
	const report = reportPath();
	const stores = await startSharedStores();
	const result = await run.run({
		args: [
			'apps/web/node_modules/@playwright/test/cli.js',
			'test',
			...selection,
			`--reporter=${['list', 'json', ...furtherReporters].join(',')}`,
		],
		cwd: inRoot('apps/web'),
		env: {
			CHROMIUM_PATH: browser.executablePath,
			WEB_DIST: webDist,
			// Empty counts as unset and overrules `.env`: stories run on their own embedded database.
			DATABASE_URL: '',
			...stores.env,
			PLAYWRIGHT_JSON_OUTPUT_FILE: report,
		},
		report,
		// Twice what a slow machine takes.
		timeoutMs: 80 * 60_000,
	});
	await stores.stop();
	return result;
}
