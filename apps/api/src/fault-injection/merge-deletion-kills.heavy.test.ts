import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPng } from '@adx/core/merge/merge-testing';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import type { Browser } from '../testing/server-testing.ts';
import { killDeletions } from './deletion-kills-testing.ts';
import { createRestarter } from './kills-testing.ts';

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

it('a merge whose deletion is killed is there whole, or goes with all of its files, and another one stays byte for byte', async () => {
	const dataDir = join(processes.folder, 'killed-deletion');
	const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', LOCKED_PAGES: '' };
	let kept: MergeJob | undefined;
	const outcomes = await killDeletions({
		dataDir,
		start: createRestarter(processes, variables),
		make: async (browser, round) => {
			// Some of its own, and those of the merge that stays.
			const own = range(1_000 * (round + 1), imageCount - sharedCount);
			return `/api/merge-jobs/${(await merge(browser, 'Deleted', [...range(0, sharedCount), ...own])).id}`;
		},
		readWhole: async (browser, path) => {
			const { downloadUrl, sizeBytes } = (await browser.call(path)).json as MergeJob;
			expect((await browser.call(downloadUrl ?? '')).bytes.length).toBe(sizeBytes);
		},
		readKept: async (browser) => {
			kept ??= await merge(browser, 'Kept', range(0, sharedCount));
			return (await browser.call(kept.downloadUrl ?? '')).bytes;
		},
		killedAtFiles,
	});
	expect(outcomes.slice(1)).toEqual(['deleted', 'deleted']);
}, 1_200_000);
