import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../process/progress.mjs';
import { cacheDir, inRoot, listPackages, packaged, rootDir } from '../workspace.mjs';
import { withFileLock } from './file-lock.mjs';
import { chooseNode, findBundledNode } from './node-binary.mjs';
import { runPnpmInstall } from './pnpm.mjs';

const stampPath = inRoot('node_modules/.adx-install.json');
const installTimeoutMs = 10 * 60_000;
const texts = {
	doing: 'Installing packages',
	done: 'Installed packages',
	hint: 'only after the lockfile changed; about half a minute, longer over a slow network',
};

/** Arguments of pnpm by what is installed: what running the product and its commands takes, or every tool of a developer as well. */
export const pnpmArgs = {
	product: ['--prod', ...['@adx/api...', '@adx/cli...', '@adx/node'].flatMap((name) => ['--filter-prod', name])],
	development: [],
};

/**
 * What a finished install left behind: `key` names the lockfile and platform it was made for, `folders` must still
 * exist for it to count, `node` is the bundled Node that was seen to run (null where none does).
 * @typedef {keyof typeof pnpmArgs} Scope
 * @typedef {{ key: string, scope: Scope, folders: string[], node: string | null }} Stamp
 */

/**
 * Makes sure that the packages of the lockfile are installed and returns the path of the Node to run the product with.
 * Quick when nothing changed. Shows on stderr how far the installation is, pnpm's output only when it fails.
 * @param {Scope} scope what is needed; where everything was installed once, everything is kept up to date
 * @throws {import('../workspace.mjs').BootstrapError}
 */
export async function ensureInstalled(scope = 'development') {
	if (packaged !== null) return packaged.nodePath;
	const key = installKey();
	const ready = readCurrentStamp(key, scope);
	if (ready !== undefined) return chooseNode(ready.node ?? undefined);
	const options = {
		timeoutMs: installTimeoutMs,
		onWait: () => note('Another process is installing packages; waiting for it …'),
	};
	return withFileLock(join(cacheDir, 'install.lock'), options, async (guard) => {
		const stamp = readCurrentStamp(key, scope) ?? (await install(key, scope, guard));
		return chooseNode(stamp.node ?? undefined);
	});
}

/** The bundled Node of an install that is up to date, without installing anything; undefined when there is none. */
export function findInstalledNode() {
	if (packaged !== null) return packaged.nodePath;
	return readCurrentStamp(installKey(), 'product')?.node ?? undefined;
}

// The running Node's version is left out on purpose: npm starts this with the machine's Node, tests with the bundled
// one, and each would undo the other's install. Nothing that is installed depends on it.
function installKey() {
	const hash = createHash('sha256');
	for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(inRoot(name)));
	return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

/** The stamp of an install that is up to date and has what is needed. */
function readCurrentStamp(/** @type {string} */ key, /** @type {Scope} */ scope) {
	const stamp = readStamp();
	const isComplete = stamp?.folders.every((folder) => existsSync(inRoot(folder)));
	if (stamp?.key !== key || !isComplete || (stamp.node !== null && !existsSync(stamp.node))) return undefined;
	return scope === 'product' || stamp.scope === 'development' ? stamp : undefined;
}

/** @returns {Stamp | undefined} */
function readStamp() {
	try {
		const stamp = JSON.parse(readFileSync(stampPath, 'utf8'));
		// Without a scope it was written when there was but one.
		return { scope: 'development', ...stamp };
	} catch {
		return undefined;
	}
}

async function install(
	/** @type {string} */ key,
	/** @type {Scope} */ needed,
	/** @type {(pid: number) => void} */ guard,
) {
	const scope = readStamp()?.scope === 'development' ? 'development' : needed;
	rmSync(stampPath, { force: true });
	await withProgress(texts, (setDetail) => runPnpmInstall({ cwd: rootDir, args: pnpmArgs[scope], guard, setDetail }));
	forgetCheckedTypes();
	/** @type {Stamp} */
	const stamp = { key, scope, folders: installedFolders(), node: runnableNode() };
	writeFileSync(`${stampPath}.tmp`, JSON.stringify(stamp));
	renameSync(`${stampPath}.tmp`, stampPath);
	return stamp;
}

/** The compiler looks at sources that have changed only, and would not see that a new version of a package has other types. */
function forgetCheckedTypes() {
	for (const path of ['tooling', ...listPackages()])
		rmSync(inRoot(`${path}/dist/tsconfig.tsbuildinfo`), { force: true });
}

const installedFolders = () =>
	['node_modules', ...listPackages().map((path) => `${path}/node_modules`)].filter((path) => existsSync(inRoot(path)));

/** A bundled binary may be present and still not run, for example on a system without glibc. */
function runnableNode() {
	const path = findBundledNode();
	if (path === undefined) return null;
	return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0 ? path : null;
}

function note(/** @type {string} */ line) {
	process.stderr.write(`${line}\n`);
}
