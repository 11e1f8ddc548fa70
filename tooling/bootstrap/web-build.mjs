import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAlive, withFileLock } from './install/file-lock.mjs';
import { toolEnvironment } from './install/node-binary.mjs';
import { runPnpmInstall } from './install/pnpm.mjs';
import { ended } from './process/child.mjs';
import { withProgress } from './process/progress.mjs';
import { onTermination } from './process/termination.mjs';
import { BootstrapError, cacheDir, inRoot, listPackages, packaged, rootDir } from './workspace.mjs';

const buildsDir = join(cacheDir, 'web');
const runningDir = join(cacheDir, 'web-running');
const keptBuilds = 2;
const buildTimeoutMs = 10 * 60_000;
const texts = {
	doing: 'Building the web app',
	done: 'Built the web app',
	hint: 'only after its sources changed; up to a minute, longer on a busy machine',
};

/** Everything that goes into the web app, relative to the root; what does not exist is skipped. */
const sources = [
	'apps/web/src',
	'apps/web/public',
	'apps/web/index.html',
	'apps/web/vite.config.ts',
	'apps/web/vite-plugins',
	'apps/web/package.json',
	'packages/ui/src',
	'packages/validators/src',
	'packages/collection/src',
	'packages/forge/src',
	'packages/contracts/src',
	'packages/api-router/src',
	'pnpm-lock.yaml',
];

/** What an installation and a build read besides, relative to the root. */
const workspaceFiles = ['package.json', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.npmrc', 'tooling/tsconfig'];

/**
 * Builds the web app unless this very content was built before, and returns the folder to serve. A folder is never
 * written to again once it has its name, so a running instance keeps its files; the two newest builds and all that
 * a live process uses are kept.
 * @param {string} nodePath
 * @throws {BootstrapError} when the build fails; its output is printed first
 */
export async function ensureWebBuild(nodePath) {
	if (packaged !== null) return packaged.webDist;
	const folder = join(buildsDir, hashSources());
	if (!existsSync(folder)) {
		const options = {
			timeoutMs: buildTimeoutMs,
			onWait: () => console.error('Another process is building the web app; waiting for it …'),
		};
		await withFileLock(join(cacheDir, 'web-build.lock'), options, async () => {
			if (!existsSync(folder)) await withProgress(texts, (setDetail) => build(nodePath, folder, setDetail));
		});
	}
	const now = new Date();
	utimesSync(folder, now, now);
	prune(folder);
	return folder;
}

/** Keeps `folder` from being removed by a later build for as long as this process lives. */
export function markRunning(/** @type {string} */ folder) {
	if (packaged !== null) return;
	mkdirSync(runningDir, { recursive: true });
	writeFileSync(join(runningDir, String(process.pid)), folder);
}

function hashSources() {
	const hash = createHash('sha256');
	for (const path of sources.flatMap((source) => listFiles(inRoot(source)))) {
		const name = relative(rootDir, path).split(sep).join('/');
		if (/\.test\.tsx?$/.test(name)) continue;
		const content = readFileSync(path);
		hash.update(`${name}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex').slice(0, 16);
}

/** @returns {string[]} */
function listFiles(/** @type {string} */ path) {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => listFiles(join(path, name)));
}

async function build(
	/** @type {string} */ nodePath,
	/** @type {string} */ folder,
	/** @type {(detail: string) => void} */ setDetail,
) {
	const temporary = join(buildsDir, `.building-${process.pid}`);
	const workspace = join(buildsDir, `.workspace-${process.pid}`);
	try {
		if (existsSync(inRoot('apps/web/node_modules/vite'))) await runVite(nodePath, rootDir, temporary);
		else {
			await makeWorkspace(workspace, setDetail);
			await runVite(nodePath, workspace, temporary);
		}
		renameSync(temporary, folder);
	} finally {
		for (const path of [temporary, workspace]) rmSync(path, { recursive: true, force: true });
	}
}

/**
 * Makes a copy of the workspace in which the packages that build the web app are installed, since those are of no use
 * once it is built.
 */
async function makeWorkspace(/** @type {string} */ workspace, /** @type {(detail: string) => void} */ setDetail) {
	rmSync(workspace, { recursive: true, force: true });
	const manifests = listPackages().flatMap((path) => [`${path}/package.json`, `${path}/tsconfig.json`]);
	for (const path of [...sources, ...manifests, ...workspaceFiles]) {
		if (existsSync(inRoot(path))) cpSync(inRoot(path), join(workspace, path), { recursive: true });
	}
	await runPnpmInstall({ cwd: workspace, args: ['--prod', '--filter-prod', '@adx/web...'], setDetail });
}

async function runVite(/** @type {string} */ nodePath, /** @type {string} */ workspace, /** @type {string} */ outDir) {
	const child = spawn(
		nodePath,
		['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--manifest', '--logLevel', 'warn'],
		{
			cwd: join(workspace, 'apps', 'web'),
			env: { ...toolEnvironment(nodePath), NODE_ENV: 'production' },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const stop = onTermination((signal) => child.kill(signal));
	/** @type {Buffer[]} */
	const output = [];
	child.stdout.on('data', (chunk) => output.push(chunk));
	child.stderr.on('data', (chunk) => output.push(chunk));
	const { code, signal } = await ended(child);
	stop();
	if (code === 0) return;
	process.stderr.write(Buffer.concat(output));
	throw new BootstrapError(`building the web app failed (${code ?? signal})`);
}

function prune(/** @type {string} */ current) {
	const used = new Set([current, ...runningFolders()]);
	const builds = readdirSync(buildsDir)
		.filter((name) => !name.startsWith('.'))
		.map((name) => join(buildsDir, name))
		.sort((a, b) => usedAtMs(b) - usedAtMs(a));
	for (const folder of builds.slice(keptBuilds))
		if (!used.has(folder)) rmSync(folder, { recursive: true, force: true });
	for (const name of readdirSync(buildsDir)) {
		const pid = /^\.(?:building|workspace)-(\d+)$/.exec(name)?.[1];
		if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(buildsDir, name), { recursive: true, force: true });
	}
}

/** 0 when another start has just removed the folder. */
function usedAtMs(/** @type {string} */ folder) {
	return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function runningFolders() {
	if (!existsSync(runningDir)) return [];
	return readdirSync(runningDir).flatMap((name) => {
		const marker = join(runningDir, name);
		if (isAlive(Number(name))) return [readFileSync(marker, 'utf8')];
		rmSync(marker, { force: true });
		return [];
	});
}
