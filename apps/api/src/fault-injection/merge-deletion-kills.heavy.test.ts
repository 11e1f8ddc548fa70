import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPng } from '@adx/core/merge/merge-testing';
import { createDb } from '@adx/db/client/database';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import type { Browser } from '../testing/server-testing.ts';
import { createRestarter, type RestartedServer } from './kills-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** How many files are gone when the process is killed: before the commit, right after it, and between the slices. */
const killedAtFiles = [0, 1, 120];
/** Enough that files are deleted slice by slice. */
const imageCount = 400;
/** Pictures that the other merge has too. */
const sharedCount = 50;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function put(browser: Browser, bytes: Buffer, as: 'image' | 'manifest'): Promise<string> {
	const path = `/api/uploads/${hashOf(bytes)}?as=${as}`;
	expect((await browser.call(path, { method: 'PUT', body: bytes })).status).toBe(200);
	return hashOf(bytes);
}

/** Merges pictures of these numbers and waits for the end. */
async function merge(browser: Browser, projectName: string, numbers: readonly number[]): Promise<MergeJob> {
	const images = [];
	for (const number of numbers) {
		images.push({ filename: `${number}.png`, sha256: await put(browser, await createPng(number), 'image') });
	}
	const list = { format: 'adx-upload-1', images: images.map((image) => ({ ...image, metadata: null })) };
	const manifest = await put(browser, Buffer.from(JSON.stringify(list)), 'manifest');
	const uploadedAt = '2026-11-21T10:00:00.000Z';
	const collection = { id: 'c', name: 'Collection', imageCount: numbers.length, uploadedAt, manifest };
	const { json } = await browser.post('/api/merge-jobs', { projectName, inputCollections: [collection] });
	const { jobId } = json as ReceivedMerge;
	for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
		const job = (await browser.call(`/api/merge-jobs/${jobId}`)).json as MergeJob;
		if (job.status === 'completed') return job;
	}
	throw new Error('The merge did not end.');
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

const countFiles = (dataDir: string) =>
	readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
	).length;

/** What the database holds while no process runs on it. */
async function readRows(dataDir: string) {
	const { db, destroy } = await createDb({ dataDir });
	try {
		return {
			blobs: (await db.selectFrom('blobs').select('sha256').execute()).length,
			tokens: (await db.selectFrom('mergedImages').select('tokenNumber').execute()).length,
			deletions: (await db.selectFrom('deletions').select('id').execute()).length,
		};
	} finally {
		await destroy();
	}
}

it('a merge whose deletion is killed is there whole, or goes with all of its files, and another one stays byte for byte', async () => {
	const dataDir = join(processes.folder, 'killed-deletion');
	const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', LOCKED_PAGES: '' };
	const start = createRestarter(processes, variables, { withinMs: 120_000 });
	const stop = async ({ server }: RestartedServer) => {
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);
	};
	/** Lets processes run until they have freed what a killed one left. */
	const freeRest = async (first: RestartedServer): Promise<void> => {
		let running = first;
		for (const deadline = Date.now() + 120_000; ; running = await start()) {
			await sleep(5_000);
			await stop(running);
			if ((await readRows(dataDir)).deletions === 0) return;
			expect(Date.now()).toBeLessThan(deadline);
		}
	};

	let running = await start();
	const kept = await merge(running.browser, 'Kept', range(0, sharedCount));
	const archive = (await running.browser.call(kept.downloadUrl ?? '')).bytes;
	await stop(running);
	const before = await readRows(dataDir);
	const filesBefore = countFiles(dataDir);
	const outcomes: string[] = [];
	for (const [round, goneCount] of killedAtFiles.entries()) {
		running = await start();
		// Some of its own, and those of the merge that stays.
		const own = range(1_000 * (round + 1), imageCount - sharedCount);
		const { id } = await merge(running.browser, 'Deleted', [...range(0, sharedCount), ...own]);
		const path = `/api/merge-jobs/${id}`;
		const files = countFiles(dataDir);
		let isAnswered = false;
		const deleting = running.browser
			.call(path, { method: 'DELETE' })
			.catch(() => null)
			.finally(() => {
				isAnswered = true;
			});
		while (!isAnswered && files - countFiles(dataDir) < goneCount) await sleep(1);
		running.server.child.kill('SIGKILL');
		await Promise.all([running.server.ended, deleting]);
		const { tokens } = await readRows(dataDir);
		running = await start();
		const { status, json } = await running.browser.call(path);
		outcomes.push(`${status === 200 ? 'kept' : 'deleted'} with ${tokens - sharedCount} tokens`);
		if (status === 200) {
			const whole = await running.browser.call((json as MergeJob).downloadUrl ?? '');
			expect(whole.bytes.length).toBe((json as MergeJob).sizeBytes);
			expect((await running.browser.call(path, { method: 'DELETE' })).status).toBe(200);
		}
		expect((await running.browser.call(kept.downloadUrl ?? '')).bytes.equals(archive)).toBe(true);
		await freeRest(running);
		expect(await readRows(dataDir)).toEqual(before);
	}
	console.log(`killed at ${killedAtFiles.join(', ')} files: ${outcomes.join(', ')}`);
	expect(outcomes.slice(1).every((outcome) => outcome.startsWith('deleted'))).toBe(true);
	// Only files whose rows were just deleted when their process ended are left, to the daily sweep.
	expect(countFiles(dataDir) - filesBefore).toBeLessThanOrEqual(50 * outcomes.length);
}, 1_200_000);
