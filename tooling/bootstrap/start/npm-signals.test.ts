import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inRoot, rootDir } from '../workspace.mjs';

// What npm, its shell and the system do with a signal differs from what a child process alone would see.

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const hasNpm = process.platform !== 'win32' && runs('npm', '--version');
const ownNamespace = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = hasNpm && runs('unshare', ...ownNamespace, 'true');
if (!hasNamespaces)
	console.log('Skipped, since processes may not be put into a namespace here: npm start as process 1.');

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-npm-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A download takes a second to drain. */
const server = `process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0); }, 1000));
	setInterval(() => {}, 1000);
	console.log('ready');`;

/** Starts that server as `npm start` starts the product, with the product's own line in package.json. */
async function npmStart(command: string, args: readonly string[]): Promise<ChildProcess> {
	writeFileSync(join(folder, 'server.mjs'), server);
	const entry = relative(rootDir, join(folder, 'server.mjs')).split(sep).join('/');
	const module = pathToFileURL(inRoot('tooling/bootstrap/process/child.mjs')).href;
	writeFileSync(
		join(folder, 'start.mjs'),
		`import { becomeNode } from ${JSON.stringify(module)};
		await becomeNode({ nodePath: process.execPath, entry: ${JSON.stringify(entry)} });`,
	);
	const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: { start: string } };
	const start = scripts.start.replace('tooling/bootstrap/start.mjs', 'start.mjs');
	expect(start).not.toBe(scripts.start);
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts: { start } }));
	const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
	await once(child.stdout!, 'data');
	return child;
}

async function readEnding(child: ChildProcess) {
	let out = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		out += chunk;
	});
	const [code, signal] = await once(child, 'close');
	return { code, signal, out: out.trim() };
}

const clean = { code: 0, signal: null, out: 'drained' };

describe.skipIf(!hasNpm)('npm start', () => {
	test('ends with status 0 after draining when npm alone gets SIGTERM', async () => {
		const npm = await npmStart('npm', ['start', '-s']);
		npm.kill('SIGTERM');
		expect(await readEnding(npm)).toEqual(clean);
	});

	test('ends with status 0 after draining when its whole group gets SIGTERM', async () => {
		const npm = await npmStart('npm', ['start', '-s']);
		process.kill(-npm.pid!, 'SIGTERM');
		expect(await readEnding(npm)).toEqual(clean);
	});

	test.skipIf(!hasNamespaces)('ends with status 0 after draining as process 1 of a container', async () => {
		const container = await npmStart('unshare', [...ownNamespace, 'npm', 'start', '-s']);
		const [npm = ''] = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').split(' ');
		process.kill(Number(npm), 'SIGTERM');
		expect(await readEnding(container)).toEqual(clean);
	});
});
