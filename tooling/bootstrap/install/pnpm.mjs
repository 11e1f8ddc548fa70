import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTermination } from '../process/termination.mjs';
import { BootstrapError, inRoot } from '../workspace.mjs';

/**
 * Installs packages of a workspace's lockfile with the pnpm that package.json names. Its output is shown only when it
 * fails.
 * @param {{ cwd: string, args: string[], guard?: (pid: number) => void, setDetail: (detail: string) => void }} task
 *   `args` go behind `pnpm install --frozen-lockfile`, `guard` is told the process id, `setDetail` how far it is
 * @throws {BootstrapError}
 */
export async function runPnpmInstall({ cwd, args, guard, setDetail }) {
	const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
	const { command, prefix } = npx();
	const posix = process.platform !== 'win32';
	const child = spawn(command, [...prefix, '--yes', packageManager, 'install', '--frozen-lockfile', ...args], {
		cwd,
		env: installEnvironment(),
		stdio: ['ignore', 'pipe', 'pipe'],
		// Its own process group, so that npx and the pnpm it starts end together.
		detached: posix,
		shell: !posix && command === 'npx',
	});
	if (child.pid !== undefined) guard?.(child.pid);
	const stop = onTermination((signal) => {
		try {
			if (child.pid !== undefined) process.kill(posix ? -child.pid : child.pid, signal);
		} catch {
			// It ended by itself in the meantime.
		}
	});
	/** @type {Buffer[]} */
	const output = [];
	child.stdout.on('data', (chunk) => {
		output.push(chunk);
		const counted = /Progress: resolved (\d+), .*added (\d+)/.exec(chunk.toString());
		if (counted !== null) setDetail(`${counted[2]} of ${counted[1]}`);
	});
	child.stderr.on('data', (chunk) => output.push(chunk));
	const outcome = await new Promise((resolve) => {
		child.on('error', (error) => resolve(error.message));
		child.on('close', (code, signal) => resolve(code ?? signal));
	});
	stop();
	if (outcome === 0) return;
	process.stderr.write(Buffer.concat(output));
	throw new BootstrapError(`installing packages failed (${outcome})`);
}

/** npx as a script beside the npm that started us, which needs no shell; else whatever `npx` is on the PATH. */
function npx() {
	const npm = process.env.npm_execpath;
	const script = npm === undefined ? undefined : join(dirname(npm), 'npx-cli.js');
	return script !== undefined && existsSync(script)
		? { command: process.execPath, prefix: [script] }
		: { command: 'npx', prefix: [] };
}

function installEnvironment() {
	/** @type {NodeJS.ProcessEnv} */
	const env = { ...process.env, CI: 'true', npm_config_update_notifier: 'false' };
	// What is left out is decided here, not by the mode that the operator set.
	delete env.NODE_ENV;
	return env;
}
