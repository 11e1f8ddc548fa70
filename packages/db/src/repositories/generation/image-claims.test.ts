import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addBlob,
	addPlannedJob,
	addUser,
	addVersion,
	secondsAfterStart,
	sha256,
	storeImages,
} from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import { findImage, listArchiveImages, listImages } from './generated-images.ts';
import { updateGenerationJob } from './generation-jobs.ts';
import { claimImages, hasLiveClaim, releaseAllClaims, releaseClaim, renewClaim } from './image-claims.ts';
import { type AttemptCost, completeImage, failImage, retryImageLater } from './image-results.ts';
import { chooseImageVersion, requestRegeneration } from './image-review.ts';
import { deleteImageVersions, findImageVersion, listForgeVersions, listImageVersions } from './image-versions.ts';
import { addPendingRegenerations } from './job-phases.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
	await truncateAll(database.db);
	await at(0);
});

const at = (seconds: number) => setDatabaseTime(database.db, secondsAfterStart(seconds));
const claim = (token: string, limit: number) => ({ token, limit, forMs: 30_000 });

describe('claiming', () => {
	test('takes the first open images in token order and counts the attempt', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 5);
		const first = await claimImages(db, job.id, claim('a', 2));
		expect(first.map((row) => row.tokenNumber)).toEqual([1, 2]);
		expect(first[0]).toMatchObject({
			attempts: 1,
			claimToken: 'a',
			claimedUntil: secondsAfterStart(30),
			state: 'planned',
		});
		const second = await claimImages(db, job.id, claim('b', 9));
		expect(second.map((row) => row.tokenNumber)).toEqual([3, 4, 5]);
		expect(await claimImages(db, job.id, claim('c', 9))).toEqual([]);
	});

	test('takes over what a vanished worker held once its claim ran out', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		await claimImages(db, job.id, claim('a', 1));
		await at(29);
		expect(await claimImages(db, job.id, claim('b', 1))).toEqual([]);
		await at(30);
		const [taken] = await claimImages(db, job.id, claim('b', 1));
		expect(taken).toMatchObject({ claimToken: 'b', attempts: 2 });
	});

	test('a renewed claim is kept', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 2);
		await claimImages(db, job.id, claim('a', 2));
		expect(await renewClaim(db, 'a', 60_000)).toBe(2);
		await at(59);
		expect(await claimImages(db, job.id, claim('b', 2))).toEqual([]);
		expect(await renewClaim(db, 'b', 30_000)).toBe(0);
	});

	test('a released claim costs no attempt; releasing all claims does', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 3);
		await claimImages(db, job.id, claim('a', 1));
		expect(await releaseClaim(db, 'a')).toBe(1);
		await claimImages(db, job.id, claim('b', 2));
		expect(await releaseAllClaims(db)).toBe(2);
		const rows = await listImages(db, job.id);
		expect(rows.map((row) => row.attempts)).toEqual([1, 1, 0]);
		expect(rows.map((row) => row.claimToken)).toEqual([null, null, null]);
	});

	test('an image put back is claimed again only when it is due', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 2);
		const [first, second] = await claimImages(db, job.id, claim('a', 2));
		const retry = { token: 'a', delayMs: 10_000, lastError: 'busy' };
		expect(await retryImageLater(db, { ...retry, id: first!.id })).toBe(true);
		expect(await retryImageLater(db, { ...retry, id: second!.id, countAttempt: false })).toBe(true);
		await at(9);
		expect(await claimImages(db, job.id, claim('b', 9))).toEqual([]);
		await at(10);
		const again = await claimImages(db, job.id, claim('b', 9));
		expect(again.map(({ attempts, lastError }) => ({ attempts, lastError }))).toEqual([
			{ attempts: 2, lastError: 'busy' },
			{ attempts: 1, lastError: 'busy' },
		]);
	});
});

describe('claiming by the job’s phase', () => {
	const setPhase = (id: string, phase: 'paused' | 'cancelling' | 'done' | 'cancelled') =>
		updateGenerationJob(database.db, id, { phase });

	test.each(['paused', 'cancelling', 'cancelled', 'done'] as const)(
		'takes no open image of a %s job',
		async (phase) => {
			const { db } = database;
			const { job } = await addPlannedJob(db, await addUser(db), 2);
			await setPhase(job.id, phase);
			expect(await claimImages(db, job.id, claim('a', 2))).toEqual([]);
		},
	);

	test('takes images of which another version is asked for, also of an ended job, but not of a paused one', async () => {
		const { db } = database;
		const { job, images } = await addPlannedJob(db, await addUser(db), 3);
		await storeImages(db, job.id, 2);
		expect(await requestRegeneration(db, [images[1]!.id])).toBe(1);
		expect(await requestRegeneration(db, [images[1]!.id])).toBe(0);
		await addPendingRegenerations(db, job.id, 1);
		await setPhase(job.id, 'paused');
		expect(await claimImages(db, job.id, claim('a', 9))).toEqual([]);
		await setPhase(job.id, 'cancelled');
		expect((await claimImages(db, job.id, claim('a', 9))).map((row) => row.tokenNumber)).toEqual([2]);
	});

	test('tells whether somebody is at work', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		expect(await hasLiveClaim(db, job.id)).toBe(false);
		await claimImages(db, job.id, claim('a', 1));
		await at(29);
		expect(await hasLiveClaim(db, job.id)).toBe(true);
		await at(30);
		expect(await hasLiveClaim(db, job.id)).toBe(false);
	});
});

describe('versions', () => {
	const call = { model: 'painter', prompt: 'an elf', promptHash: 'abc', finishReason: 'STOP' };
	const store = async (content: string, id: string, token: string, cost: AttemptCost) => {
		const { db } = database;
		const previews = { preview512Sha256: await addBlob(db, '512'), preview200Sha256: await addBlob(db, '200') };
		const blobs = { blobSha256: await addBlob(db, content), ...previews };
		return completeImage(db, { id, token, ...blobs, imageSeed: content, call, cost, storedAt: secondsAfterStart(5) });
	};

	test('each carries its own calls, the failed ones before it included, and the image the sum', async () => {
		const { db } = database;
		const { job, images } = await addPlannedJob(db, await addUser(db), 1);
		const { id } = images[0]!;
		await claimImages(db, job.id, claim('a', 1));
		const cost = { paidCalls: 1, costMicroUsd: 40_000, costRestNanoUsd: 500, estimatedMicroUsd: 0 };
		await retryImageLater(db, {
			id,
			token: 'a',
			lastError: 'no image',
			delayMs: 0,
			tries: { no_image: 1 },
			cost: { ...cost, estimatedMicroUsd: 40_000 },
		});
		const [again] = await claimImages(db, job.id, claim('b', 1));
		expect(again).toMatchObject({ tries: { no_image: 1 }, paidCalls: 1 });
		expect(await store('first', id, 'b', cost)).toEqual({ state: 'planned', redraw: false, wasCounted: false });
		await requestRegeneration(db, [id]);
		await claimImages(db, job.id, claim('c', 1));
		expect(await store('second', id, 'c', cost)).toEqual({ state: 'stored', redraw: true, wasCounted: false });
		expect(await listImageVersions(db, id)).toMatchObject([
			{ number: 1, imageSeed: 'first', paidCalls: 2, costMicroUsd: 80_000, costRestNanoUsd: 1_000, ...call },
			{ number: 2, imageSeed: 'second', paidCalls: 1, costMicroUsd: 40_000, costRestNanoUsd: 500, ...call },
		]);
		expect(await findImage(db, 'all', id)).toMatchObject({
			chosenVersion: 2,
			versionCount: 2,
			blobSha256: sha256('second'),
			redraw: false,
			tries: {},
			paidCalls: 3,
			costMicroUsd: 120_000,
			costRestNanoUsd: 1_500,
			estimatedMicroUsd: 40_000,
		});
	});

	test('the forge of the chosen one is told, also once another is chosen or the rest is deleted', async () => {
		const { db } = database;
		const { job, images } = await addPlannedJob(db, await addUser(db), 2);
		const [first, second] = images.map(({ id }) => id) as [string, string];
		await storeImages(db, job.id, 1);
		expect(await listForgeVersions(db, [first, second])).toEqual(new Map([[first, 2]]));
		// By another engine, or by the forge before its version was recorded.
		await addVersion(db, first);
		expect(await listForgeVersions(db, [first, second])).toEqual(new Map());
		await chooseImageVersion(db, (await findImageVersion(db, first, 1))!, '1.png');
		await transact(db, (trx) => deleteImageVersions(trx, first, [2]));
		expect(await listForgeVersions(db, [first, second])).toEqual(new Map([[first, 2]]));
		expect(await listArchiveImages(db, job.id)).toMatchObject([{ tokenNumber: 1, forgeVersion: 2 }]);
	});

	test('a failed try for another version leaves the old one and says why', async () => {
		const { db } = database;
		const { job, images } = await addPlannedJob(db, await addUser(db), 1);
		const { id } = images[0]!;
		await storeImages(db, job.id, 1);
		await requestRegeneration(db, [id]);
		await claimImages(db, job.id, claim('c', 1));
		const given = { id, token: 'c', failure: 'blocked', lastError: 'not this' } as const;
		expect(await failImage(db, given)).toEqual({ state: 'stored', redraw: true, wasCounted: false });
		expect(await findImage(db, 'all', id)).toMatchObject({
			state: 'stored',
			redraw: false,
			chosenVersion: 1,
			failure: 'blocked',
			lastError: 'not this',
		});
	});
});

describe('results', () => {
	const previews = async () => ({
		preview512Sha256: await addBlob(database.db, '512'),
		preview200Sha256: await addBlob(database.db, '200'),
	});

	test('are stored under the claim, which ends', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		const blobs = { blobSha256: await addBlob(db, 'full'), ...(await previews()) };
		const metadata = { engine_version: 'forge/1', nestedKey: { snake_key: 1 } };
		const done = { id: row!.id, token: 'a', ...blobs, metadata, storedAt: secondsAfterStart(5) };
		expect(await completeImage(db, done)).toEqual({ state: 'planned', redraw: false, wasCounted: false });
		expect(await findImage(db, 'all', row!.id)).toMatchObject({
			state: 'stored',
			...blobs,
			metadata,
			storedAt: secondsAfterStart(5),
			claimToken: null,
			claimedUntil: null,
		});
		await at(99);
		expect(await claimImages(db, job.id, claim('b', 1))).toEqual([]);
	});

	test('rejects the writes of a worker that lost its claim', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('late', 1));
		await at(30);
		await claimImages(db, job.id, claim('now', 1));
		const late = { id: row!.id, token: 'late' };
		const blobs = { blobSha256: await addBlob(db, 'full'), ...(await previews()) };
		expect(await completeImage(db, { ...late, ...blobs, storedAt: secondsAfterStart(40) })).toBeNull();
		expect(await failImage(db, { ...late, failure: 'engine', lastError: 'no' })).toBeNull();
		expect(await retryImageLater(db, { ...late, lastError: 'no', delayMs: 9_000 })).toBe(false);
		expect(await findImage(db, 'all', row!.id)).toMatchObject({ state: 'planned', claimToken: 'now', lastError: null });
	});

	test('rejects an image whose bytes are not recorded', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		const blobs = { blobSha256: sha256('unknown'), ...(await previews()) };
		const storing = completeImage(db, { id: row!.id, token: 'a', ...blobs, storedAt: secondsAfterStart(5) });
		await expect(storing).rejects.toThrow('foreign key');
	});

	test('a given-up image is not claimed again', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 1);
		const [row] = await claimImages(db, job.id, claim('a', 1));
		const given = { id: row!.id, token: 'a', failure: 'engine', lastError: 'poison' } as const;
		expect(await failImage(db, given)).toEqual({ state: 'planned', redraw: false, wasCounted: false });
		await at(99);
		expect(await claimImages(db, job.id, claim('b', 1))).toEqual([]);
		expect(await findImage(db, 'all', row!.id)).toMatchObject({
			state: 'failed',
			failure: 'engine',
			lastError: 'poison',
			attempts: 1,
		});
		expect((await listImages(db, job.id)).map(({ state }) => state)).toEqual(['failed']);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('simultaneous claims never hold the same image and together take every one', async () => {
		const { db } = database;
		const { job } = await addPlannedJob(db, await addUser(db), 400);
		const claimUntilNoneIsLeft = async () => {
			const ids: string[] = [];
			for (;;) {
				const rows = await claimImages(db, job.id, claim(randomUUID(), 7));
				if (rows.length === 0) return ids;
				ids.push(...rows.map((row) => row.id));
			}
		};
		const workers = await Promise.all(Array.from({ length: 10 }, claimUntilNoneIsLeft));
		expect(workers.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
		const ids = workers.flat();
		expect(new Set(ids).size).toBe(ids.length);
		const rows = await listImages(db, job.id);
		expect(rows.map((row) => row.attempts)).toEqual(rows.map(() => 1));
	});
});
