import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../install/file-lock.mjs';
import { inRoot, rootDir } from '../workspace.mjs';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-child-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A bootstrap script that runs `source` as its child, as `npm start` runs the product. Returns its path. */
function createBootstrap(source: string): string {
	writeFileSync(join(folder, 'child.mjs'), source);
	const entry = relative(rootDir, join(folder, 'child.mjs')).split(sep).join('/');
	const bootstrap = `import { becomeNode } from ${JSON.stringify(pathToFileURL(inRoot('tooling/bootstrap/process/child.mjs')).href)};
		await becomeNode({ nodePath: process.execPath, entry: ${JSON.stringify(entry)}, args: ['a', 'b'] });`;
	const path = join(folder, 'bootstrap.mjs');
	writeFileSync(path, bootstrap);
	return path;
}

/** A server that says its process id and ends cleanly, with status 3, on SIGTERM. */
const server = `process.on('SIGTERM', () => { console.log('ending'); process.exit(3); });
	setInterval(() => {}, 1000);
	console.log(process.pid);`;

async function firstLine(child: ChildProcess): Promise<string> {
	if (child.stdout === null) throw new Error('no output');
	const [line] = await once(createInterface({ input: child.stdout }), 'line');
	return String(line);
}

async function hasEnded(pid: number): Promise<boolean> {
	for (let attempt = 0; attempt < 100 && isAlive(pid); attempt++) await sleep(50);
	return !isAlive(pid);
}

describe('becomeNode', () => {
	test('passes arguments on and ends with the status of its child', async () => {
		const path = createBootstrap('console.log(process.argv.slice(2).join()); process.exitCode = 7;');
		const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
		expect(await firstLine(child)).toBe('a,b');
		expect(await once(child, 'close')).toEqual([7, null]);
	});

	test('ends by the signal that ended its child', async () => {
		const child = spawn(process.execPath, [createBootstrap("process.kill(process.pid, 'SIGKILL');")], {
			stdio: 'ignore',
		});
		expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
	});

	test('passes SIGTERM on and waits for a clean end', async () => {
		const child = spawn(process.execPath, [createBootstrap(server)], { stdio: ['ignore', 'pipe', 'inherit'] });
		const pid = Number(await firstLine(child));
		child.kill('SIGTERM');
		expect(await once(child, 'close')).toEqual([3, null]);
		expect(isAlive(pid)).toBe(false);
	});

	test('leaves no child behind when it is killed outright', async () => {
		const child = spawn(process.execPath, [createBootstrap(server)], { stdio: ['ignore', 'pipe', 'inherit'] });
		const pid = Number(await firstLine(child));
		child.kill('SIGKILL');
		expect(await hasEnded(pid)).toBe(true);
	});

	// npm starts a script through a shell: killing npm outright kills neither; on SIGTERM it kills only the shell.
	test.skipIf(process.platform !== 'linux').each(['npm', 'shell'])(
		'leaves no child behind when its %s is killed',
		async (victim) => {
			const command = `"${process.execPath}" "${createBootstrap(server)}"; true`;
			const script = `const { spawn } = require('node:child_process');
			const shell = spawn('sh', ['-c', ${JSON.stringify(command)}], { stdio: ['ignore', 'inherit', 'inherit'] });
			process.stdin.once('data', () => shell.kill('SIGKILL'));`;
			const npm = spawn(process.execPath, ['-e', script], {
				stdio: ['pipe', 'pipe', 'inherit'],
				env: { ...process.env, npm_lifecycle_event: 'start' },
			});
			try {
				const pid = Number(await firstLine(npm));
				if (victim === 'npm') npm.kill('SIGKILL');
				else npm.stdin.write('x');
				expect(await hasEnded(pid)).toBe(true);
			} finally {
				npm.kill('SIGKILL');
			}
		},
	);
});
