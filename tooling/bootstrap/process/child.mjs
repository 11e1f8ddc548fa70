import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { toolEnvironment } from '../install/node-binary.mjs';
import { homeDir, inRoot } from '../workspace.mjs';
import { onTermination } from './termination.mjs';

/** Node arguments and variables by which a child ends by itself when this process is killed outright. */
export const guardArgs = ['--import', pathToFileURL(inRoot('tooling/bootstrap/process/orphan-guard.mjs')).href];
export const guardEnvironment = { ADX_BOOTSTRAP_PID: String(process.pid) };

const graceMs = 20_000;

/**
 * One Node process started by the bootstrap: `entry` is a path relative to the repository's root, `env` is laid over
 * this process's environment, `nodeArgs` go before the entry, `cwd` is where relative paths begin unless given.
 * @typedef {{ nodePath: string, entry: string, args?: string[], env?: NodeJS.ProcessEnv, nodeArgs?: string[], cwd?: string }} NodeTask
 */

/**
 * Starts a task with the terminal's input and output, unless the latter is to be read here; it ends by itself when this
 * process is killed.
 * @param {NodeTask} task
 * @param {{ stdout?: 'inherit' | 'pipe' }} options
 */
export function spawnNode(
	{ nodePath, entry, args = [], env = {}, nodeArgs = [], cwd = homeDir },
	{ stdout = 'inherit' } = {},
) {
	return spawn(nodePath, [...guardArgs, ...nodeArgs, inRoot(entry), ...args], {
		cwd,
		env: { ...toolEnvironment(nodePath), ...env, ...guardEnvironment },
		stdio: ['inherit', stdout, 'inherit'],
	});
}

/** Runs a task to its end and makes this process end as the task did, by status or by signal. */
export async function becomeNode(/** @type {NodeTask} */ task) {
	const child = spawnNode(task);
	const stop = stopOn(() => child);
	const { code, signal } = await ended(child);
	stop();
	// Process 1 of a container is not ended by its own signal.
	process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
	if (signal !== null) process.kill(process.pid, signal);
}

/**
 * Passes requests to stop on to the process that runs then, if any; one whose owner died and which ignores SIGTERM is
 * killed. Returns a function that stops listening.
 * @param {() => import('node:child_process').ChildProcess | undefined} running
 * @param {() => void} onStop
 */
export function stopOn(running, onStop = () => {}) {
	return onTermination((signal, cause) => {
		onStop();
		// Ctrl-C in a terminal reaches the whole foreground group; passing it on would press it twice.
		if (cause === 'signal' && signal === 'SIGINT' && process.stdin.isTTY) return;
		running()?.kill(signal);
		if (cause === 'parent') setTimeout(() => running()?.kill('SIGKILL'), graceMs).unref();
	});
}

/**
 * Waits for a started process.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function ended(child) {
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code, signal) => resolve({ code, signal }));
	});
}
