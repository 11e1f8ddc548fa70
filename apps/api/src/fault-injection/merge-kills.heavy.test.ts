import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createPng } from '@adx/core/merge/merge-testing';
import { createDb } from '@adx/db/client/database';
import { countMergedImages } from '@adx/db/repositories/merge/merged-images';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import type { Browser } from '../testing/server-testing.ts';
import { createRestarter, killRepeatedly } from './kills-testing.ts';

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
	const picture = await createPng(1);
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
	let jobId = '';
	const { server, browser, job, moments } = await killRepeatedly<MergeJob>({
		start: createRestarter(processes, variables),
		submit: async (caller) => {
			jobId = await startMerge(caller);
			return `/api/merge-jobs/${jobId}`;
		},
		getStage: ({ phase }) => phase,
		killedAt,
		pollIntervalMs: 10,
	});
	// Killed at each stage, unless one was over before anybody saw it.
	expect(moments.length).toBeGreaterThan(killedAt.length / 2);
	const total = collectionCount * imagesEach;
	expect(job).toMatchObject({ status: 'completed', totalImages: total, errorMessage: null });
	const archive = await browser.call(job.downloadUrl ?? '');
	expect(archive.bytes.length).toBe(job.sizeBytes);
	server.child.kill('SIGTERM');
	expect(await server.ended).toBe(0);
	const { db, destroy } = await createDb({ dataDir });
	expect(await countMergedImages(db, jobId)).toBe(total);
	await destroy();
});
