import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const checkout = mkdtempSync(join(tmpdir(), 'adx-fresh-'));
afterAll(() => rmSync(checkout, { recursive: true, force: true, maxRetries: 5 }));

/** Nothing that was installed or made here. */
const made = new Set(['node_modules', '.cache', '.git', '.turbo', 'dist', 'data', 'out', '.env']);

// Everything else runs where all tools are installed, which would hide what the product alone lacks.
test.skipIf(process.platform === 'win32')(
	'a fresh checkout starts with what running needs, in less than 500 MB',
	async () => {
		cpSync(root, checkout, { recursive: true, filter: (path) => path === root || !made.has(basename(path)) });
		const { PATH, HOME } = process.env;
		const child = spawn(process.execPath, ['tooling/bootstrap/start.mjs'], {
			cwd: checkout,
			env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn' },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => {
				output += chunk;
			});
		}
		const ended = once(child, 'close');
		try {
			const ready = () => /^ready (\S+)$/m.exec(output)?.[1];
			await expect
				.poll(() => ready() ?? child.exitCode, { timeout: 600_000, interval: 250, message: output })
				.not.toBeNull();
			const page = await (await fetch(String(ready()))).text();
			expect(page).toMatch(/\/assets\/[^"]+\.js/);
		} finally {
			child.kill('SIGTERM');
			await ended;
		}
		const { stdout } = spawnSync('du', ['-sk', 'node_modules'], { cwd: checkout, encoding: 'utf8' });
		expect(Number.parseInt(stdout, 10)).toBeGreaterThan(0);
		expect(Number.parseInt(stdout, 10)).toBeLessThan(500_000);
	},
);
