import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf, upload as uploadFor } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const test = useTestServices();
let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const sweepIn = (hours: number, signal?: AbortSignal) =>
	sweepBlobs({ ...test.services, clock: () => inHours(hours) }, signal);
const upload = (bytes: Buffer) => uploadFor(ctx, bytes, 'unreadable');

const letGo = (sha256: string) => test.services.db.deleteFrom('ownerBlobs').where('sha256', '=', sha256).execute();
const isStored = (sha256: string) =>
	buffer(test.services.storage.read(sha256)).then(
		() => true,
		() => false,
	);
const rows = async () => {
	const found = await test.services.db.selectFrom('blobs').select('sha256').execute();
	return found.map(({ sha256 }) => sha256);
};

describe('the sweep', () => {
	it('forgets an upload after a week, and deletes its file a day after that', async () => {
		const sha256 = await upload(randomBytes(10));
		expect(await sweepIn(7 * 24 - 1)).toEqual({ forgotten: 0, deleted: 0 });
		expect(await sweepIn(7 * 24 + 1)).toEqual({ forgotten: 1, deleted: 0 });
		expect(await sweepIn(8 * 24)).toEqual({ forgotten: 0, deleted: 0 });
		expect(await isStored(sha256)).toBe(true);
		expect(await sweepIn(8 * 24 + 2)).toEqual({ forgotten: 0, deleted: 1 });
		expect([await isStored(sha256), await rows()]).toEqual([false, []]);
	});

	it('begins a new day for what was referred to again in between', async () => {
		const bytes = randomBytes(10);
		const sha256 = await upload(bytes);
		await letGo(sha256);
		await sweepIn(0);
		await upload(bytes);
		await sweepIn(12);
		await letGo(sha256);
		expect(await sweepIn(25)).toEqual({ forgotten: 0, deleted: 0 });
		expect(await sweepIn(25 + 25)).toEqual({ forgotten: 0, deleted: 1 });
	});

	it('goes on in a row whose file is gone already, and with a file that was stored again a moment ago', async () => {
		const [gone, again] = [randomBytes(10), randomBytes(10)];
		for (const bytes of [gone, again]) await letGo(await upload(bytes));
		await sweepIn(-30);
		await test.services.storage.deleteUnlessFresh(hashOf(gone), inHours(1));
		// Files are as old as the clock says, so nothing stored today is a day old.
		expect(await sweepIn(0)).toEqual({ forgotten: 0, deleted: 1 });
		expect([await isStored(hashOf(again)), await rows()]).toEqual([true, []]);
		// The process that stored it records it, as always.
		await upload(again);
		expect([await isStored(hashOf(again)), await rows()]).toEqual([true, [hashOf(again)]]);
	});

	it('lets others use the database while it waits for the disk, and keeps what they store just then', async () => {
		const [before, after] = [randomBytes(10), randomBytes(10)];
		for (const bytes of [before, after]) await letGo(await upload(bytes));
		await sweepIn(-30);
		const { storage } = test.services;
		const deleteUnlessFresh = async (sha256: string, than: Date) => {
			if (sha256 === hashOf(before)) await upload(before);
			const isGone = await storage.deleteUnlessFresh(sha256, than);
			if (sha256 === hashOf(after)) await upload(after);
			return isGone;
		};
		const services = { ...test.services, storage: { ...storage, deleteUnlessFresh } };
		// What was stored before now is a day old to the sweep.
		const now = new Date(Date.now() + 1 + dayMs);
		expect(await sweepBlobs({ ...services, clock: () => now })).toEqual({ forgotten: 0, deleted: 1 });
		for (const bytes of [before, after]) expect(await isStored(hashOf(bytes))).toBe(true);
		expect((await rows()).toSorted()).toEqual([before, after].map(hashOf).toSorted());
	});

	it('leaves a file that the disk refuses to delete to the sweep of orphans', async () => {
		const [referenced, loose] = [await upload(randomBytes(10)), await upload(randomBytes(10))];
		await letGo(loose);
		await sweepIn(0);
		const refusing = async () => {
			throw Object.assign(new Error('read-only'), { code: 'EROFS' });
		};
		const storage = { ...test.services.storage, deleteUnlessFresh: refusing };
		await expect(sweepBlobs({ ...test.services, storage, clock: () => inHours(25) })).rejects.toThrow('read-only');
		expect([await rows(), await isStored(loose)]).toEqual([[referenced], true]);
		async function* listObjects() {
			yield [referenced, loose];
		}
		const listing = { ...test.services.storage, listObjects };
		expect(await sweepOrphans({ ...test.services, storage: listing, clock: () => inHours(25) })).toBe(1);
		expect([await isStored(referenced), await isStored(loose)]).toEqual([true, false]);
	});

	it('walks through more rows than a slice has, and stops when told', async () => {
		const { db } = test.services;
		const blobs = Array.from({ length: 1_203 }, (_, index) => ({
			sha256: hashOf(Buffer.from(String(index))),
			sizeBytes: 1,
			crc32: 1,
			mime: 'image/png',
			width: 1,
			height: 1,
		}));
		await db.insertInto('blobs').values(blobs).execute();
		expect((await sweepIn(0, AbortSignal.abort())).deleted).toBe(0);
		await sweepIn(0);
		expect(await db.selectFrom('blobs').select('sha256').where('unreferencedSince', 'is', null).execute()).toEqual([]);
		expect(await sweepIn(25)).toEqual({ forgotten: 0, deleted: 1_203 });
	});

	it('never takes a file from an upload of the same bytes that arrives meanwhile', async () => {
		const rounds = test.services.database.kind === 'postgres' ? 8 : 4;
		for (let round = 0; round < rounds; round++) {
			const files = Array.from({ length: 5 }, () => randomBytes(50_000));
			for (const bytes of files) await letGo(await upload(bytes));
			await sweepIn(0);
			// The files look a day old to the sweep; what arrives from now on makes them new.
			const now = new Date(Date.now() + dayMs);
			const sweep = sweepBlobs({ ...test.services, clock: () => now });
			const uploads = files.map(async (bytes, index) => {
				await setTimeout(index * 15);
				return upload(bytes);
			});
			const hashes = await Promise.all(uploads);
			await sweep;
			for (const sha256 of hashes) expect([round, await isStored(sha256)]).toEqual([round, true]);
			expect((await rows()).toSorted()).toEqual(expect.arrayContaining(hashes.toSorted()));
		}
	});
});
