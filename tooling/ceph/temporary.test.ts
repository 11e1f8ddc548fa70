import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { hasCephGateway } from './temporary.mjs';

const answers = (url: string) =>
	fetch(new URL(url).origin).then(
		({ status }) => status,
		() => null,
	);
test.skipIf(!hasCephGateway())(
	'a temporary gateway leaves neither programs nor files behind when its owner is killed outright',
	async () => {
		const folder = mkdtempSync(join(tmpdir(), 'adx-gateway-'));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const module = JSON.stringify(new URL('./temporary.mjs', import.meta.url).href);
		const script = `const { startTemporaryGateway } = await import(${module});
			console.log((await startTemporaryGateway()).url);`;
		const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
			cwd: fileURLToPath(new URL('.', import.meta.url)),
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, TMPDIR: folder },
		});
		const [url] = await once(createInterface({ input: owner.stdout }), 'line');
		expect(await answers(String(url))).toBe(200);
		expect(readdirSync(folder)).toHaveLength(1);
		owner.kill('SIGKILL');
		for (let attempt = 0; attempt < 200 && (await answers(String(url))) !== null; attempt++) await sleep(50);
		expect(await answers(String(url))).toBeNull();
		for (let attempt = 0; attempt < 200 && readdirSync(folder).length > 0; attempt++) await sleep(50);
		expect(readdirSync(folder)).toEqual([]);
	},
);
