import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from '../install/node-binary.mjs';
import { ended, guardArgs, guardEnvironment } from '../process/child.mjs';
import { onTermination } from '../process/termination.mjs';
import { cacheDir, inRoot, rootDir } from '../workspace.mjs';
import { addCounts, formatCounts, formatFailure, noTests, readReport } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */

/**
 * One program of a step, run by the bundled Node: `args` start with the script's path relative to the root. A
 * runner of tests writes its results to the JSON file `report`.
 * @typedef {{
 *   args: string[],
 *   env?: NodeJS.ProcessEnv,
 *   cwd?: string,
 *   report?: string,
 *   timeoutMs?: number,
 * }} Program
 */

const defaultTimeoutMs = 8 * 60_000;
let reports = 0;

/** The path of a new report, which goes when this process ends. */
export function reportPath() {
	const folder = join(cacheDir, 'test');
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `report-${process.pid}-${++reports}.json`);
	process.once('exit', () => rmSync(path, { force: true }));
	return path;
}

/** Runs the steps of a test run one after another and keeps their sum. */
export class TestRun {
	/** @type {Counts} */
	counts = noTests;
	/**
	 * What failed, by name and with the first lines of its message.
	 * @type {string[]}
	 */
	failures = [];
	#nodePath;
	#interrupted = false;

	constructor(/** @type {string} */ nodePath) {
		this.#nodePath = nodePath;
	}

	/**
	 * Runs one step and prints one line with its result and time. A step may return the counts of its tests, or
	 * undefined when it has none; one that throws counts as one failure.
	 * @param {string} name
	 * @param {() => Promise<Counts | void>} work
	 */
	async step(name, work) {
		if (this.#interrupted) return;
		const startedMs = performance.now();
		let counts = noTests;
		let detail = '';
		try {
			counts = (await work()) ?? noTests;
			if (counts !== noTests) detail = ` (${formatCounts(counts)})`;
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			counts = { ...noTests, failed: 1 };
			detail = ` (${message.split('\n', 1)[0]})`;
			this.failures.push(formatFailure(name, message));
		}
		this.counts = addCounts(this.counts, counts);
		const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
		console.log(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name} ${seconds} s${detail}`);
	}

	/**
	 * Runs a program. Without a report its output appears only when it fails, and failing throws an error that ends with
	 * the output's last lines; with one its output is shown as it comes, and its counts are returned.
	 * @param {Program} program
	 * @returns {Promise<Counts | void>}
	 */
	async run({ args, env = {}, cwd = rootDir, report, timeoutMs = defaultTimeoutMs }) {
		const [script = '', ...rest] = args;
		const quiet = report === undefined;
		const { outcome, output } = await this.#spawn([inRoot(script), ...rest], env, { cwd, quiet, timeoutMs });
		if (report !== undefined) {
			const { counts, failures } = readReport(report, outcome === 0);
			this.failures.push(...failures);
			return counts;
		}
		if (outcome !== 0) throw new Error([`status ${outcome}`, ...output.trimEnd().split('\n').slice(-5)].join('\n'));
	}

	/**
	 * @param {string[]} args
	 * @param {NodeJS.ProcessEnv} env
	 * @param {{ cwd: string, quiet: boolean, timeoutMs: number }} options
	 */
	async #spawn(args, env, { cwd, quiet, timeoutMs }) {
		const posix = process.platform !== 'win32';
		const child = spawn(this.#nodePath, [...guardArgs, ...args], {
			cwd,
			env: { ...toolEnvironment(this.#nodePath), ...env, ...guardEnvironment },
			stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
			// A group of its own, so that a runner that hangs is ended together with all that it started.
			detached: posix,
		});
		const kill = (/** @type {NodeJS.Signals} */ signal) => {
			try {
				if (child.pid !== undefined) process.kill(posix ? -child.pid : child.pid, signal);
			} catch {
				// It ended by itself in the meantime.
			}
		};
		const stop = onTermination((signal) => {
			this.#interrupted = true;
			kill(signal);
		});
		const timer = setTimeout(() => {
			console.log(`stopped after ${timeoutMs / 60_000} minutes`);
			kill('SIGKILL');
		}, timeoutMs);
		/** @type {Buffer[]} */
		const output = [];
		child.stdout?.on('data', (chunk) => output.push(chunk));
		child.stderr?.on('data', (chunk) => output.push(chunk));
		const { code, signal } = await ended(child);
		clearTimeout(timer);
		stop();
		if (code !== 0) process.stdout.write(Buffer.concat(output));
		return { outcome: code ?? signal, output: Buffer.concat(output).toString() };
	}
}
