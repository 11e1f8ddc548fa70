import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inRoot, rootDir } from '../workspace.mjs';

let folder = '';
const running = new Set<ChildProcess>();
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-supervise-'));
});
afterEach(() => {
	for (const child of running) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

const quick = { firstWaitMs: 20, longestWaitMs: 80, deathsMax: 4, withinMs: 60_000 };

/** A supervised server of the given source, in which `run` counts its processes from 1. */
function supervise(source: string, restarts: object = quick) {
	const count = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
		const counter = ${JSON.stringify(join(folder, 'count'))};
		const run = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
		writeFileSync(counter, String(run));`;
	writeFileSync(join(folder, 'server.mjs'), `${count}\n${source}`);
	const entry = relative(rootDir, join(folder, 'server.mjs')).split(sep).join('/');
	const module = pathToFileURL(inRoot('tooling/bootstrap/start/supervise.mjs')).href;
	writeFileSync(
		join(folder, 'start.mjs'),
		`import { superviseNode } from ${JSON.stringify(module)};
		await superviseNode({ nodePath: process.execPath, entry: ${JSON.stringify(entry)} }, ${JSON.stringify(restarts)});`,
	);
	const child = spawn(process.execPath, [join(folder, 'start.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] });
	running.add(child);
	let [out, err] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk;
	});
	child.stderr.on('data', (chunk: Buffer) => {
		err += chunk;
	});
	const ended = once(child, 'close').then(([code, signal]) => {
		running.delete(child);
		return { code, signal, out, err };
	});
	/** Waits until the output holds so many lines that begin so. */
	const hasPrinted = async (start: string, times: number) => {
		while ([...out.matchAll(new RegExp(`^${start}`, 'gm'))].length < times) await once(child.stdout, 'data');
	};
	return { child, ended, hasPrinted };
}

const ready = "console.log('ready http://127.0.0.1:1');";
const stays = "process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); setInterval(() => {}, 1000);";

describe('superviseNode', () => {
	test('starts a server again that was killed or failed, and ends with it when it is told to', async () => {
		const server = supervise(`${stays} ${ready}
			if (run === 1) process.kill(process.pid, 'SIGKILL');
			if (run === 2) process.exit(7);`);
		await server.hasPrinted('ready', 3);
		server.child.kill('SIGTERM');
		const { code, signal, out, err } = await server.ended;
		expect([code, signal]).toEqual([0, null]);
		expect(out).toMatch(/drained\n$/);
		expect(err.trim().split('\n')).toEqual([
			'The server died by signal SIGKILL; starting it again in 0.02 s.',
			'The server died by status 7; starting it again in 0.04 s.',
		]);
	});

	test('leaves a server ended that ended by itself with status 0', async () => {
		const { code, out, err } = await supervise(`${ready} process.exit(0);`).ended;
		expect([code, out.match(/ready/g)?.length, err]).toEqual([0, 1, '']);
	});

	test('does not repeat a first start that fails, as with a bad setting', async () => {
		const { code, err } = await supervise("console.error('PORT must be a whole number'); process.exit(1);").ended;
		expect([code, err]).toEqual([1, 'PORT must be a whole number\n']);
	});

	test('repeats a later start that fails, as while the database is away', async () => {
		const server = supervise(`if (run === 2) process.exit(1); ${stays} ${ready}
			if (run === 1) process.kill(process.pid, 'SIGKILL');`);
		await server.hasPrinted('ready', 2);
		server.child.kill('SIGTERM');
		expect((await server.ended).code).toBe(0);
	});

	test('gives up with one line when it dies again and again', async () => {
		const { code, out, err } = await supervise(`${ready} process.exit(5);`).ended;
		expect(code).toBe(5);
		expect(out.match(/ready/g)).toHaveLength(4);
		expect(err.trim().split('\n').at(-1)).toBe(
			'The server died 4 times within 1 min, by status 5 at last; it is not started again.',
		);
	});

	test('ends when it is told to while it waits to start again', async () => {
		const server = supervise(`${ready} process.kill(process.pid, 'SIGKILL');`, {
			...quick,
			firstWaitMs: 60_000,
			longestWaitMs: 60_000,
		});
		await once(server.child.stderr!, 'data');
		server.child.kill('SIGTERM');
		expect((await server.ended).code).toBe(0);
	});
});
