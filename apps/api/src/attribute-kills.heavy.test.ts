import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedAttributes } from '@adx/validators/attributes';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from './spawning.ts';
import { Browser } from './testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** Percent of the run at which a process is killed; each of them begins from nothing. */
const killedAt = [0, 1, 1, 31, 60, 90];
const imageCount = 10_000;

interface PolledJob {
	readonly status: string;
	readonly progress: number;
	readonly downloadUrl: string | null;
}

it('a run of the attribute generator that is killed again and again ends after the last restart, whole', async () => {
	const variables = { DATA_DIR: join(processes.folder, 'killed-attributes'), DEVELOPER_PASSWORDS: 'test' };
	const cookies = new Map<string, string>();
	const moments: string[] = [];
	let id = '';
	const begin = async () => {
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		if (id === '') {
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
			const fileNames = Array.from({ length: imageCount }, (_, index) => `art/winter-court-${index}.png`);
			const order = { folderSize: imageCount, fileNames };
			const answer = await browser.post('/api/attribute-generator', order);
			id = (answer.json as StartedAttributes).job?.id ?? '';
		}
		const look = async () => (await browser.call(`/api/attribute-generator/${id}`)).json as PolledJob;
		return { server, browser, look };
	};
	for (const target of killedAt) {
		const { server, look } = await begin();
		let job = await look();
		for (const deadline = Date.now() + 60_000; job.status === 'processing' && Date.now() < deadline; await sleep(5)) {
			if (job.progress >= target) break;
			job = await look();
		}
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${job.status} ${job.progress} %`);
		if (job.status !== 'processing') break;
	}
	// Killed at several stages, unless one was over before anybody saw it.
	expect(moments.length).toBeGreaterThan(killedAt.length / 2);
	console.log(`killed at ${moments.join(', ')}`);

	const last = await begin();
	const startedAt = Date.now();
	let job = await last.look();
	for (; job.status === 'processing' && Date.now() - startedAt < 120_000; await sleep(100)) job = await last.look();
	console.log(`ended ${((Date.now() - startedAt) / 1_000).toFixed(1)} s after the last restart`);
	expect(job).toMatchObject({ status: 'completed', progress: 100, processedImages: imageCount, errorMessage: null });
	const { bytes } = await last.browser.call(job.downloadUrl ?? '');
	// Entries are stored as they are.
	for (const number of [1, imageCount]) expect(bytes.includes(`"name": "ADX Collection #${number}",`)).toBe(true);
	last.server.child.kill('SIGTERM');
	expect(await last.server.ended).toBe(0);
});
