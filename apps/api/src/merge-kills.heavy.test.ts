import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOf } from '@adx/core/merge/testing';
import { createDb } from '@adx/db/client';
import { countMergedImages } from '@adx/db/repositories/merged-images';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from './spawning.ts';
import { Browser } from './testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** Percent of the merge at which a process is killed; each of them begins from nothing. */
const killedAt = [0, 5, 12, 20, 60, 68, 80, 95];
/** Enough that a merge takes longer than a process lives. */
const [collectionCount, imagesEach] = [4, 4_000];

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Uploads one picture and a list that names it many times; returns the list's hash. */
async function uploadList(browser: Browser): Promise<string> {
	const picture = await pngOf(1);
	const images = Array.from({ length: imagesEach }, (_, index) => ({
		filename: `${index}.png`,
		sha256: hashOf(picture),
		metadata: { name: `Old #${index}`, attributes: [{ trait_type: 'Group', value: String(index % 97) }] },
	}));
	const list = Buffer.from(JSON.stringify({ format: 'adx-upload-1', images }));
	for (const [bytes, as] of [
		[picture, 'image'],
		[list, 'manifest'],
	] as const) {
		const path = `/api/uploads/${hashOf(bytes)}?as=${as}`;
		expect((await browser.call(path, { method: 'PUT', body: bytes })).status).toBe(200);
	}
	return hashOf(list);
}

async function startMerge(browser: Browser): Promise<string> {
	const manifest = await uploadList(browser);
	const inputCollections = Array.from({ length: collectionCount }, (_, index) => ({
		id: `c${index}`,
		name: `Collection ${index}`,
		imageCount: imagesEach,
		uploadedAt: '2026-11-21T10:00:00.000Z',
		manifest,
	}));
	const answer = await browser.post('/api/merge-jobs', { projectName: 'Killed', inputCollections });
	return (answer.json as ReceivedMerge).jobId;
}

it('a merge that is killed again and again ends right after the last restart, whole and once', async () => {
	const dataDir = join(processes.folder, 'killed-merge');
	const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', LOCKED_PAGES: '' };
	const cookies = new Map<string, string>();
	const moments: string[] = [];
	let jobId = '';
	const begin = async () => {
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		if (jobId === '') {
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
			jobId = await startMerge(browser);
		}
		const look = async () => (await browser.call(`/api/merge-jobs/${jobId}`)).json as MergeJob;
		return { server, browser, look };
	};
	for (const target of killedAt) {
		const { server, look } = await begin();
		let job = await look();
		for (const deadline = Date.now() + 60_000; job.status === 'processing' && Date.now() < deadline; await sleep(10)) {
			if (job.phase !== 'queued' && job.progress >= target) break;
			job = await look();
		}
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${job.phase} ${job.progress} %`);
		if (job.status !== 'processing') break;
	}
	// Killed at each stage, unless one was over before anybody saw it.
	expect(moments.length).toBeGreaterThan(killedAt.length / 2);
	console.log(`killed at ${moments.join(', ')}`);

	const last = await begin();
	const startedAt = Date.now();
	let job = await last.look();
	for (; job.status === 'processing' && Date.now() - startedAt < 120_000; await sleep(100)) job = await last.look();
	console.log(`ended ${((Date.now() - startedAt) / 1_000).toFixed(1)} s after the last restart`);
	const total = collectionCount * imagesEach;
	expect(job).toMatchObject({ status: 'completed', totalImages: total, errorMessage: null });
	const archive = await last.browser.call(job.downloadUrl ?? '');
	expect(archive.bytes.length).toBe(job.sizeBytes);
	last.server.child.kill('SIGTERM');
	expect(await last.server.ended).toBe(0);
	const { db, destroy } = await createDb({ dataDir });
	expect(await countMergedImages(db, jobId)).toBe(total);
	await destroy();
});
