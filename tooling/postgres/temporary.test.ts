import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findPostgres, startTemporaryPostgres } from './temporary.mjs';

const binDir = findPostgres();

async function accepts(url: string): Promise<boolean> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	const accepted = await new Promise<boolean>((resolve) => {
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
	});
	socket.destroy();
	return accepted;
}

const listLeftovers = () => readdirSync('/tmp').filter((name) => name.startsWith('adx-postgres-'));

describe.skipIf(binDir === undefined)('startTemporaryPostgres', () => {
	test('gives each caller a server of its own, which is gone after stop', async () => {
		const servers = await Promise.all([startTemporaryPostgres(binDir ?? ''), startTemporaryPostgres(binDir ?? '')]);
		expect(new Set(servers.map(({ url }) => url)).size).toBe(2);
		for (const { url, stop } of servers) {
			expect(await accepts(url)).toBe(true);
			await stop();
			expect(await accepts(url)).toBe(false);
		}
	});

	test('leaves neither server nor files behind when its owner is killed outright', async () => {
		const before = listLeftovers();
		const module = JSON.stringify(new URL('./temporary.mjs', import.meta.url).href);
		const script = `const { startTemporaryPostgres } = await import(${module});
			console.log((await startTemporaryPostgres(${JSON.stringify(binDir)})).url);`;
		const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
			cwd: fileURLToPath(new URL('.', import.meta.url)),
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [url] = await once(createInterface({ input: owner.stdout }), 'line');
		expect(await accepts(String(url))).toBe(true);
		owner.kill('SIGKILL');
		for (let attempt = 0; attempt < 100 && (await accepts(String(url))); attempt++) await sleep(50);
		expect(await accepts(String(url))).toBe(false);
		for (let attempt = 0; attempt < 100 && listLeftovers().length > before.length; attempt++) await sleep(50);
		expect(listLeftovers().length).toBeLessThanOrEqual(before.length);
	});
});
