import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withProgress } from '../process/progress.mjs';
import { onTermination } from '../process/termination.mjs';
import { BootstrapError, cacheDir, inRoot, rootDir } from '../workspace.mjs';
import { withFileLock } from './file-lock.mjs';
import { chooseNode, findBundledNode } from './node-binary.mjs';

const stampPath = inRoot('node_modules/.adx-install.json');
const installTimeoutMs = 10 * 60_000;
const texts = {
	doing: 'Installing packages',
	done: 'Installed packages',
	hint: 'only after the lockfile changed; about half a minute, longer over a slow network',
};

/**
 * What a finished install left behind: `key` names the lockfile and platform it was made for, `folders` must still
 * exist for it to count, `node` is the bundled Node that was seen to run (null where none does).
 * @typedef {{ key: string, folders: string[], node: string | null }} Stamp
 */

/**
 * Makes sure that the packages of the lockfile are installed and returns the path of the Node to run the product with.
 * Quick when nothing changed. Shows on stderr how far the installation is, pnpm's output only when it fails.
 * @throws {BootstrapError}
 */
export async function ensureInstalled() {
	const key = installKey();
	const ready = readStamp(key);
	if (ready !== undefined) return chooseNode(ready.node ?? undefined);
	const options = {
		timeoutMs: installTimeoutMs,
		onWait: () => note('Another process is installing packages; waiting for it …'),
	};
	return withFileLock(join(cacheDir, 'install.lock'), options, async (guard) => {
		const stamp = readStamp(key) ?? (await install(key, guard));
		return chooseNode(stamp.node ?? undefined);
	});
}

/** The bundled Node of an install that is up to date, without installing anything; undefined when there is none. */
export function findInstalledNode() {
	return readStamp(installKey())?.node ?? undefined;
}

// The running Node's version is left out on purpose: npm starts this with the machine's Node, tests with the bundled
// one, and each would undo the other's install. Nothing that is installed depends on it.
function installKey() {
	const hash = createHash('sha256');
	for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(inRoot(name)));
	return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

/** @returns {Stamp | undefined} */
function readStamp(/** @type {string} */ key) {
	try {
		const stamp = /** @type {Stamp} */ (JSON.parse(readFileSync(stampPath, 'utf8')));
		const present = stamp.folders.every((folder) => existsSync(inRoot(folder)));
		return stamp.key === key && present && (stamp.node === null || existsSync(stamp.node)) ? stamp : undefined;
	} catch {
		return undefined;
	}
}

async function install(/** @type {string} */ key, /** @type {(pid: number) => void} */ guard) {
	rmSync(stampPath, { force: true });
	await withProgress(texts, (setDetail) => runPnpm(guard, setDetail));
	/** @type {Stamp} */
	const stamp = { key, folders: installedFolders(), node: runnableNode() };
	writeFileSync(`${stampPath}.tmp`, JSON.stringify(stamp));
	renameSync(`${stampPath}.tmp`, stampPath);
	return stamp;
}

async function runPnpm(/** @type {(pid: number) => void} */ guard, /** @type {(detail: string) => void} */ setDetail) {
	const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
	const { command, prefix } = npx();
	const posix = process.platform !== 'win32';
	const child = spawn(command, [...prefix, '--yes', packageManager, 'install', '--frozen-lockfile'], {
		cwd: rootDir,
		env: installEnvironment(),
		stdio: ['ignore', 'pipe', 'pipe'],
		// Its own process group, so that npx and the pnpm it starts end together.
		detached: posix,
		shell: !posix && command === 'npx',
	});
	if (child.pid !== undefined) guard(child.pid);
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
	// Production mode would leave out the tools that build the web app.
	delete env.NODE_ENV;
	return env;
}

function installedFolders() {
	const packages = ['apps', 'packages', 'tooling', 'examples'].flatMap((group) =>
		existsSync(inRoot(group)) ? readdirSync(inRoot(group)).map((name) => `${group}/${name}`) : [],
	);
	return ['', 'bench/', ...packages.map((path) => `${path}/`)]
		.map((path) => `${path}node_modules`)
		.filter((path) => existsSync(inRoot(path)));
}

/** A bundled binary may be present and still not run, for example on a system without glibc. */
function runnableNode() {
	const path = findBundledNode();
	if (path === undefined) return null;
	return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0 ? path : null;
}

function note(/** @type {string} */ line) {
	process.stderr.write(`${line}\n`);
}
