import { rm, symlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRequest, driveJob } from '../../../generation/generation-testing.ts';
import { startGeneration } from '../../../generation/start/start-generation.ts';
import { upload } from '../../../merge/merge-testing.ts';
import type { RequestContext } from '../../context.ts';
import { createPixelEngine } from '../../services-testing.ts';
import { useTestServices } from '../../use-services-testing.ts';
import { isOnDisk, whileAway } from '../files-testing.ts';
import { scrubFiles } from './scrub.ts';

const test = useTestServices({ forge: createPixelEngine() });
const never = new AbortController().signal;
const fast = { bytesPerSecond: 1e12, signal: never };

let ctx: RequestContext;
let lines: { readonly msg: string; readonly sha256?: string }[];
beforeEach(async () => {
	lines = [];
	const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
	ctx = { ...(await test.contextOf()), log };
});

const uploadText = (text: string) => upload(ctx, Buffer.from(text), 'unreadable');
const uploadMany = (count: number) =>
	Promise.all(Array.from({ length: count }, (_, index) => uploadText(`upload ${index}`)));
const endRest = () =>
	ctx.db
		.updateTable('storageScrubs')
		.set({ endedAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
		.execute();
const damagedAtOf = async (sha256: string) => (await findBlob(ctx.db, sha256))!.damagedAt;
const hashesLogged = () => lines.flatMap(({ msg, sha256 }) => (msg.includes('missing or damaged') ? [sha256] : []));

describe('the scrub', () => {
	it.each(['flipped', 'truncated', 'deleted'] as const)(
		'finds a file that is %s, once, and sees it repaired',
		async (mishap) => {
			const [sha256 = ''] = await uploadMany(120);
			const bytes = await test.files.read(sha256);
			await test.files.damage(sha256, mishap);
			expect(await scrubFiles(ctx, fast)).toEqual({ checkedFiles: 120, damagedFiles: 1, isEnded: true });
			expect(await damagedAtOf(sha256)).toEqual(expect.any(Date));
			expect(await scrubFiles(ctx, fast)).toBeNull();
			await endRest();
			expect(await scrubFiles(ctx, fast)).toMatchObject({ damagedFiles: 1, isEnded: true });
			expect(hashesLogged()).toEqual([sha256]);
			await test.files.overwrite(sha256, bytes);
			await endRest();
			expect(await scrubFiles(ctx, fast)).toMatchObject({ damagedFiles: 0, isEnded: true });
			expect(await damagedAtOf(sha256)).toBeNull();
		},
	);

	it('draws again what was drawn', async () => {
		const { jobId } = await startGeneration(ctx, createRequest(3));
		await driveJob(ctx, jobId);
		const [image] = await listImages(ctx.db, jobId);
		const before = await test.files.read(image!.blobSha256!);
		await test.files.damage(image!.blobSha256!, 'flipped');
		expect(await scrubFiles(ctx, fast)).toEqual({ checkedFiles: 3, damagedFiles: 0, isEnded: true });
		expect(await test.files.read(image!.blobSha256!)).toEqual(before);
		expect(await damagedAtOf(image!.blobSha256!)).toBeNull();
	});

	it('stops at once and goes on where it was, each file read once', async () => {
		const hashes = (await uploadMany(60)).toSorted();
		const opened: string[] = [];
		let stopAfter = 25;
		const stop = new AbortController();
		const open: typeof ctx.storage.open = (object, range) => {
			opened.push(object.sha256);
			if (opened.length === stopAfter) stop.abort();
			return ctx.storage.open(object, range);
		};
		const watched = { ...ctx, storage: { ...ctx.storage, open } };
		const first = await scrubFiles(watched, { ...fast, signal: stop.signal });
		expect(first).toMatchObject({ checkedFiles: 24, isEnded: false });
		stopAfter = 0;
		expect(await scrubFiles(watched, fast)).toEqual({ checkedFiles: 60, damagedFiles: 0, isEnded: true });
		// The one in the middle of which it was stopped comes again.
		expect(opened).toEqual([...hashes.slice(0, 25), ...hashes.slice(24)]);
	});

	it('is one process’s at a time, and another one’s once that was killed', async () => {
		await uploadMany(3);
		const stop = new AbortController();
		const slow = scrubFiles(ctx, { bytesPerSecond: 1_000, signal: stop.signal });
		await until(async () => (await ctx.db.selectFrom('storageScrubs').selectAll().execute()).length === 1);
		expect(await scrubFiles(ctx, fast)).toBeNull();
		// As if its lease had run out meanwhile.
		await ctx.db
			.updateTable('storageScrubs')
			.set({ leasedUntil: new Date(0) })
			.execute();
		expect(await scrubFiles(ctx, fast)).toMatchObject({ checkedFiles: 3, isEnded: true });
		const before = await ctx.db.selectFrom('storageScrubs').selectAll().executeTakeFirstOrThrow();
		stop.abort();
		expect(await slow).toMatchObject({ isEnded: false });
		// A worker that lost the lease writes nothing.
		expect(await ctx.db.selectFrom('storageScrubs').selectAll().executeTakeFirstOrThrow()).toEqual(before);
	});

	it('reads no more bytes a second than it may', async () => {
		await upload(ctx, Buffer.alloc(1_000_000, 'x'), 'unreadable');
		const startedMs = performance.now();
		await scrubFiles(ctx, { bytesPerSecond: 2_000_000, signal: never });
		// One MB and what opening counts for, at 2 MB/s.
		expect(performance.now() - startedMs).toBeGreaterThan(500);
	});

	// A name that leads to itself: the system's refusal for root too.
	it.runIf(isOnDisk && process.platform !== 'win32')(
		'goes on after a file that the system does not let it read',
		async () => {
			const [sha256 = ''] = await uploadMany(3);
			const path = test.files.pathOf(sha256);
			await rm(path);
			await symlink(path, path);
			expect(await scrubFiles(ctx, fast)).toEqual({ checkedFiles: 3, damagedFiles: 1, isEnded: true });
			expect(await damagedAtOf(sha256)).toBeNull();
			expect(lines).toMatchObject([{ sha256, err: { type: 'StorageAwayError' } }, {}]);
		},
	);

	it('marks nothing while the whole storage is gone, and goes on when it is back', async () => {
		const [sha256 = ''] = await uploadMany(2);
		const bringBack = await test.files.takeAway();
		try {
			await expect(scrubFiles(ctx, fast)).rejects.toMatchObject(whileAway);
		} finally {
			await bringBack();
		}
		expect(await damagedAtOf(sha256)).toBeNull();
		expect(await scrubFiles(ctx, fast)).toEqual({ checkedFiles: 2, damagedFiles: 0, isEnded: true });
	});
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
	for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(5)) {
		if (Date.now() > deadline) throw new Error('It never came to be.');
	}
}
