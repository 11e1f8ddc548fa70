import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { isAlive } from './install/file-lock.mjs';
import { toolEnvironment } from './install/node-binary.mjs';
import { ended } from './process/child.mjs';
import { withProgress } from './process/progress.mjs';
import { onTermination } from './process/termination.mjs';
import { BootstrapError, cacheDir, inRoot, rootDir } from './workspace.mjs';

const buildsDir = join(cacheDir, 'web');
const runningDir = join(cacheDir, 'web-running');
const keptBuilds = 2;
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

/**
 * Builds the web app unless this very content was built before, and returns the folder to serve. A folder is never
 * written to again once it has its name, so a running instance keeps its files; the two newest builds and all that
 * a live process uses are kept.
 * @param {string} nodePath
 * @throws {BootstrapError} when the build fails; its output is printed first
 */
export async function ensureWebBuild(nodePath) {
	const folder = join(buildsDir, hashSources());
	if (!existsSync(folder)) {
		await withProgress(texts, () => build(nodePath, folder));
	}
	const now = new Date();
	utimesSync(folder, now, now);
	prune(folder);
	return folder;
}

/** Keeps `folder` from being removed by a later build for as long as this process lives. */
export function markRunning(/** @type {string} */ folder) {
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

async function build(/** @type {string} */ nodePath, /** @type {string} */ folder) {
	const temporary = join(buildsDir, `.building-${process.pid}`);
	rmSync(temporary, { recursive: true, force: true });
	const child = spawn(
		nodePath,
		[
			'node_modules/vite/bin/vite.js',
			'build',
			'--outDir',
			temporary,
			'--emptyOutDir',
			'--manifest',
			'--logLevel',
			'warn',
		],
		{
			cwd: inRoot('apps/web'),
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
	if (code !== 0) {
		rmSync(temporary, { recursive: true, force: true });
		process.stderr.write(Buffer.concat(output));
		throw new BootstrapError(`building the web app failed (${code ?? signal})`);
	}
	try {
		renameSync(temporary, folder);
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		// Another process built the same content in the meantime.
		if (!existsSync(folder)) throw error;
	}
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
		const pid = /^\.building-(\d+)$/.exec(name)?.[1];
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
