import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import type { Storage } from '../../platform/storage/types.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import { getMerge, openMergeDownload } from '../get-merge.ts';
import { createMergeRequest, hashOf, uploadImages, waitForMerge } from '../merge-testing.ts';
import { startMerge } from '../start-merge.ts';
import { mergeJob } from './merge-job.ts';

// A disk of 16 MB that is really full: a file system of its own in memory.

const diskMb = 16;
const mountPoint = await mkdtemp(join(tmpdir(), 'adx-full-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', mountPoint], { encoding: 'utf8' });
const isMounted = mounted.status === 0;
if (!isMounted) {
	const why = mounted.error?.message ?? mounted.stderr.trim();
	console.log(`Skipped: a small disk can only be mounted by root on Linux (${why}).`);
}

afterAll(async () => {
	if (isMounted) spawnSync('umount', [mountPoint]);
	await rm(mountPoint, { recursive: true, force: true });
});

const ballast = () => join(mountPoint, 'ballast');

/** Fills the disk up to so many bytes, in whole pages. */
async function leaveFree(freeBytes: number): Promise<void> {
	await rm(ballast(), { force: true });
	const { bavail, bsize } = await statfs(mountPoint);
	const file = await open(ballast(), 'wx');
	await file.writeFile(Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
	await file.close();
}

const freeBytes = async () => {
	const { bavail, bsize } = await statfs(mountPoint);
	return bavail * bsize;
};

/** Every file is whole under its own name, and nothing is half written. */
async function expectNothingBroken(root: string): Promise<void> {
	const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
	for (const { parentPath, name } of files) expect(hashOf(await readFile(join(parentPath, name)))).toBe(name);
}

async function download(ctx: RequestContext, jobId: string): Promise<JSZip> {
	await using archive = await openMergeDownload(ctx, { jobId, scope: 'own' });
	const sink = new PassThrough();
	const [bytes] = await Promise.all([buffer(sink), archive.writeTo(sink).then(() => sink.end())]);
	return JSZip.loadAsync(bytes);
}

describe.skipIf(!isMounted)('on a disk that is full', () => {
	const filesDir = join(mountPoint, 'files');
	let test: TestServices;
	let storage: Storage;
	let ctx: RequestContext;
	beforeAll(async () => {
		test = await createTestServices({});
		storage = await createDiskStorage(filesDir);
		// The watermark refuses new work long before; what is under way has to bear a disk that others fill.
		ctx = { ...(await test.contextOf()), storage: { ...storage, freeBytes: async () => 1e12 } };
	});
	afterAll(() => test.close());

	it('an upload is refused with a sentence, leaves nothing, and is taken when there is room', async () => {
		const bytes = randomBytes(1_000_000);
		const sha256 = hashOf(bytes);
		const send = () => receiveUpload(ctx, { sha256, as: 'unreadable' }, Readable.from([bytes]), bytes.length);
		for (const left of [0, 4_096, 500_000]) {
			await leaveFree(left);
			await expect(send()).rejects.toMatchObject({ reason: 'storage_full', message: expect.stringMatching(/full/) });
			await expectNothingBroken(filesDir);
			expect(await freeBytes()).toBeGreaterThanOrEqual(Math.max(0, left - 3 * 4_096));
		}
		await rm(ballast());
		expect(await send()).toMatchObject({ sha256, sizeBytes: 1_000_000 });
		await expectNothingBroken(filesDir);
	});

	it('a merge waits with a sentence wherever the room ends, breaks no file, and goes on when there is room', async () => {
		const pictures = await uploadImages(ctx, [1, 2, 3]);
		const images = Array.from({ length: 600 }, (_, place) => ({
			...pictures[place % 3]!,
			filename: `${place}.png`,
			metadata: { name: `Old ${place}`, description: randomBytes(1_000).toString('hex') },
		}));
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Court: images }));
		const work = () => mergeJob.run({ ...ctx, storage }, { jobId, slot: 0 }, new AbortController().signal);
		// Not even a folder; a few pages of the texts; all of them but the index; the last is a look that finds no room.
		for (const left of [0, 16_384, 700_000, 1_400_000, 1_450_000]) {
			await leaveFree(left);
			await work();
			expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({
				status: 'processing',
				phase: 'waiting_for_room',
				errorMessage: 'The disk of this installation is full. The merge goes on when there is room.',
				downloadUrl: null,
			});
			await rm(ballast());
			await expectNothingBroken(filesDir);
		}
		await work();
		expect(await waitForMerge(ctx, jobId)).toMatchObject({ status: 'completed', errorMessage: null, totalImages: 600 });
		await expectNothingBroken(filesDir);
		const zip = await download(ctx, jobId);
		expect(Object.keys(zip.files).filter((name) => name.startsWith('images/'))).toHaveLength(600);
	});
});
