import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseTransaction } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addJob,
	addMerge,
	addPlannedJob,
	addPreparedMint,
	addPreset,
	addSale,
	addUser,
	secondsAfterStart,
} from '../../testing/rows-testing.ts';
import { findAttributeJob, findAttributeJobByKey, listAttributeJobs } from '../attributes/attribute-jobs.ts';
import { findDeletion } from '../deletion/deletions.ts';
import { reserveDailyImages } from '../generation/daily-images.ts';
import { findGenerationJob, listGenerationJobs } from '../generation/generation-jobs.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../generation/idempotency-keys.ts';
import { deleteMergeJob } from '../merge/merge-deletion.ts';
import { findMergeJob, findMergeJobByKey } from '../merge/merge-jobs.ts';
import { findMint } from '../mint/minted-tokens.ts';
import { claimPremiumPayment, insertPremiumPayment, listPaymentsOfUser } from '../premium/premium-payments.ts';
import { closeStartedPayments, listOpenPayments, upsertStartedPayment } from '../premium/started-payments.ts';
import { listPresetSummaries } from '../presets/presets.ts';
import { findSaleOfMerge } from '../sale/sales.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import { releaseUnusedSlice } from '../uploads/owner-blobs.ts';
import { findUploadUsage, invalidateUploadUsage, listUploadOwners, setUploadUsage } from '../uploads/upload-usage.ts';
import {
	isTransferredTo,
	moveAttributeJobs,
	moveDailyImages,
	moveGeneratedImages,
	moveGenerationJobs,
	moveIdempotencyKeys,
	moveMergeJobs,
	moveMintedTokens,
	moveOwnerBlobs,
	movePremiumPayments,
	movePresets,
	moveSales,
	recordTransfer,
} from './ownership-transfer.ts';
import { findUser } from './users.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const inTransaction = <Result>(work: (trx: DatabaseTransaction) => Promise<Result>) =>
	database.db.transaction().execute(work);

test('jobs go to the new owner with the next numbers, in the order they had, and new versions', async () => {
	const { db } = database;
	const [fromId, toId, otherId] = [await addUser(db), await addUser(db), await addUser(db)];
	await addJob(db, toId, { seed: 'theirs' });
	const moved = [await addJob(db, fromId, { seed: 'a' }), await addJob(db, fromId, { seed: 'b' })];
	await addJob(db, otherId, { seed: 'others' });
	expect(await inTransaction((trx) => moveGenerationJobs(trx, { fromId, toId }))).toBe(2);
	await addJob(db, toId, { seed: 'later' });
	const jobs = (await listGenerationJobs(db, toId)).map(({ number, seed }) => [number, seed]);
	expect(jobs.toSorted()).toEqual([
		[1, 'theirs'],
		[2, 'a'],
		[3, 'b'],
		[4, 'later'],
	]);
	for (const { id, version } of moved) expect((await findGenerationJob(db, toId, id))?.version).toBe(version + 1);
	expect(await listGenerationJobs(db, otherId)).toHaveLength(1);
	expect(await inTransaction((trx) => moveGenerationJobs(trx, { fromId, toId }))).toBe(0);
});

test.each([
	['both uploaded', (...owners: string[]) => owners],
	['the new owner never uploaded', (...owners: string[]) => owners.slice(0, 1)],
])('images, bytes and keys go along, and what both hold stays once: %s', async (_, counted) => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const { job } = await addPlannedJob(db, fromId, 3);
	const theirs = await addJob(db, toId);
	const [shared, own] = [await addBlob(db, 'shared'), await addBlob(db, 'own')];
	for (const [ownerId, sha256] of [
		[fromId, shared],
		[fromId, own],
		[toId, shared],
	] as const) {
		await insertOwnerBlob(db, { ownerId, sha256 });
	}
	const take = (ownerId: string, key: string, jobId: string) =>
		insertIdempotencyKey(db, { ownerId, key, requestHash: key, jobId, createdAt: secondsAfterStart(0) });
	await take(fromId, 'both', job.id);
	await take(fromId, 'mine', job.id);
	await take(toId, 'both', theirs.id);
	for (const ownerId of counted(fromId, toId)) {
		await invalidateUploadUsage(db, ownerId);
		const before = (await findUploadUsage(db, ownerId))!;
		await setUploadUsage(db, ownerId, { before, bytes: 5, now: secondsAfterStart(0) });
	}
	await inTransaction(async (trx) => {
		await moveGeneratedImages(trx, { fromId, toId });
		await moveOwnerBlobs(trx, { fromId, toId });
		await moveIdempotencyKeys(trx, { fromId, toId });
	});
	const images = await db.selectFrom('generatedImages').select('ownerId').execute();
	expect(images.map(({ ownerId }) => ownerId)).toEqual([toId, toId, toId]);
	const blobs = await db.selectFrom('ownerBlobs').select(['ownerId', 'sha256']).orderBy('sha256').execute();
	expect(blobs).toEqual([shared, own].toSorted().map((sha256) => ({ ownerId: toId, sha256 })));
	// To be counted again, and found by whoever frees what is unused.
	expect(await findUploadUsage(db, fromId)).toBeUndefined();
	expect(await findUploadUsage(db, toId)).toMatchObject({ countedAt: new Date(0) });
	expect(await listUploadOwners(db, 'all')).toEqual([toId]);
	expect(await findIdempotencyKey(db, toId, 'both')).toMatchObject({ jobId: theirs.id });
	expect(await findIdempotencyKey(db, toId, 'mine')).toMatchObject({ jobId: job.id });
	expect(await findIdempotencyKey(db, fromId, 'both')).toBeUndefined();
});

test('a file that both hold keeps the later use of the two', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const [mine, theirs, own] = [await addBlob(db, 'mine'), await addBlob(db, 'theirs'), await addBlob(db, 'own')];
	for (const [ownerId, sha256, day] of [
		[fromId, mine, 8],
		[toId, mine, 0],
		[fromId, theirs, 0],
		[toId, theirs, 8],
		[fromId, own, 3],
	] as const) {
		await insertOwnerBlob(db, { ownerId, sha256, lastUsedAt: secondsAfterStart(day * 86_400) });
	}
	await inTransaction((trx) => moveOwnerBlobs(trx, { fromId, toId }));
	const held = await db.selectFrom('ownerBlobs').selectAll().execute();
	const uses = new Map(held.map(({ sha256, lastUsedAt }) => [sha256, lastUsedAt]));
	expect(uses).toEqual(
		new Map([
			[mine, secondsAfterStart(8 * 86_400)],
			[theirs, secondsAfterStart(8 * 86_400)],
			[own, secondsAfterStart(3 * 86_400)],
		]),
	);
	expect(await releaseUnusedSlice(db, null, { usedBefore: secondsAfterStart(7 * 86_400), limit: 10 })).toMatchObject({
		count: 1,
	});
});

test('merges go along with another version, and a key that both used stays with the new owner’s', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const [both, mine] = [
		await addMerge(db, fromId, { idempotencyKey: 'both' }),
		await addMerge(db, fromId, { idempotencyKey: 'mine' }),
	];
	const theirs = await addMerge(db, toId, { idempotencyKey: 'both' });
	const deleted = { id: 'deleted', ownerId: fromId, hashes: [], uploadsUsedUntil: new Date(0), createdAt: new Date(0) };
	await inTransaction((trx) => deleteMergeJob(trx, deleted));
	await inTransaction((trx) => moveMergeJobs(trx, { fromId, toId }));
	expect(await findDeletion(db, 'deleted')).toMatchObject({ ownerId: toId });
	expect(await findMergeJob(db, toId, both.id)).toMatchObject({ version: 2, idempotencyKey: null });
	expect(await findMergeJobByKey(db, toId, 'mine')).toMatchObject({ id: mine.id });
	expect(await findMergeJobByKey(db, toId, 'both')).toMatchObject({ id: theirs.id });
});

test('runs of the attribute generator go along likewise', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const [both, mine] = [
		await addAttributeJob(db, fromId, { idempotencyKey: 'both' }),
		await addAttributeJob(db, fromId, { idempotencyKey: 'mine' }),
	];
	await addAttributeJob(db, toId, { idempotencyKey: 'both' });
	await inTransaction((trx) => moveAttributeJobs(trx, { fromId, toId }));
	expect(await findAttributeJob(db, toId, both.id)).toMatchObject({ version: 2, idempotencyKey: null });
	expect(await findAttributeJobByKey(db, toId, 'mine')).toMatchObject({ id: mine.id });
	expect(await listAttributeJobs(db, fromId, { limit: 10 })).toEqual([]);
});

test('sales go along with their merges', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const { id, mergeJobId, sealedSecret } = await addSale(db, fromId);
	await inTransaction(async (trx) => {
		await moveMergeJobs(trx, { fromId, toId });
		await moveSales(trx, { fromId, toId });
	});
	expect(await findSaleOfMerge(db, fromId, mergeJobId)).toBeUndefined();
	expect(await findSaleOfMerge(db, toId, mergeJobId)).toMatchObject({ id, sealedSecret, version: 2 });
});

test('minted tokens go along', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const mint = await addPreparedMint(db, fromId);
	await inTransaction((trx) => moveMintedTokens(trx, { fromId, toId }));
	expect(await findMint(db, fromId, mint.imageId, mint.chain)).toBeUndefined();
	expect(await findMint(db, toId, mint.imageId, mint.chain)).toMatchObject({ id: mint.id });
});

test('presets go along, under another name where the new owner uses theirs, and none is lost', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	for (const name of ['Elves', 'Elves (2)', 'Night shift 🐉']) await addPreset(db, toId, name, { races: ['orc'] });
	for (const name of ['Elves', 'Orcs', 'Night shift 🐉']) await addPreset(db, fromId, name);
	await inTransaction((trx) => movePresets(trx, { fromId, toId, nameMaxLength: 16 }));
	expect(await listPresetSummaries(db, fromId)).toEqual([]);
	const settings = (await listPresetSummaries(db, toId)).map(({ name, races }) => `${name}: ${races}`);
	expect(settings.toSorted()).toEqual([
		'Elves (2): orc',
		'Elves (3): elf',
		'Elves: orc',
		'Night shift (2): elf',
		'Night shift 🐉: orc',
		'Orcs: elf',
	]);
});

test.each([
	['added up when both are of one day', [0, 3], [0, 4], 7],
	['the newer day’s alone when they are of two', [0, 3], [-1, 4], 3],
	['the moved ones when they are of the newer day', [-1, 3], [0, 4], 4],
	['kept when the other user never ordered', [0, 3], null, 3],
] as const)('images ordered today are %s (AMB-44)', async (_, theirs, mine, expected) => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const take = (userId: string, [day, count]: readonly [number, number]) =>
		inTransaction((trx) =>
			reserveDailyImages(trx, userId, { count, limit: 0, dayStart: secondsAfterStart(day * 86_400) }),
		);
	await take(toId, theirs);
	if (mine !== null) await take(fromId, mine);
	await inTransaction((trx) => moveDailyImages(trx, { fromId, toId }));
	expect(await findUser(db, toId)).toMatchObject({
		generatedToday: expected,
		lastGenerationReset: secondsAfterStart(0),
	});
	expect((await findUser(db, fromId))?.generatedToday).toBe(0);
});

test('payments go to the new owner as they are, switched off or not', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const pay = (userId: string, signature: string, isActive: boolean) =>
		inTransaction((trx) => insertPremiumPayment(trx, { chain: 'polygon', signature, userId, isActive }));
	await pay(fromId, '0x1', true);
	await pay(fromId, '0x2', false);
	await pay(toId, '0x3', true);
	await inTransaction((trx) => movePremiumPayments(trx, { fromId, toId }));
	const payments = (await listPaymentsOfUser(db, toId)).map(({ signature, isActive }) => [signature, isActive]);
	expect(payments.toSorted()).toEqual([
		['0x1', true],
		['0x2', false],
		['0x3', true],
	]);
	expect(await listPaymentsOfUser(db, fromId)).toEqual([]);
});

test('payments that were only named go along, and stay named first', async () => {
	const { db } = database;
	const [fromId, toId, strangerId] = [await addUser(db), await addUser(db), await addUser(db)];
	const claim = (userId: string) =>
		inTransaction((trx) => claimPremiumPayment(trx, { chain: 'polygon', signature: '0x1', userId }));
	expect(await claim(fromId)).toBe(fromId);
	await inTransaction((trx) => movePremiumPayments(trx, { fromId, toId }));
	expect([await claim(fromId), await claim(strangerId), await claim(toId)]).toEqual([toId, toId, toId]);
});

test('started payments go along, and of two on a chain neither is left out', async () => {
	const { db } = database;
	const [fromId, toId] = [await addUser(db), await addUser(db)];
	const start = (userId: string, chain: 'polygon' | 'ethereum', fromBlock: number, seconds: number) =>
		inTransaction((trx) =>
			upsertStartedPayment(trx, { userId, chain, fromBlock, createdAt: secondsAfterStart(seconds) }),
		);
	await start(fromId, 'polygon', 7, 10);
	await start(fromId, 'ethereum', 9, 20);
	await start(toId, 'polygon', 5, 30);
	await closeStartedPayments(db, toId);
	await inTransaction((trx) => movePremiumPayments(trx, { fromId, toId }));
	expect(await listOpenPayments(db, fromId, secondsAfterStart(0))).toEqual([]);
	expect(await listOpenPayments(db, toId, secondsAfterStart(0))).toMatchObject([
		{ chain: 'polygon', fromBlock: 5, createdAt: secondsAfterStart(30) },
		{ chain: 'ethereum', fromBlock: 9, createdAt: secondsAfterStart(20) },
	]);
	// One that is started again is looked for from the first on.
	await start(toId, 'polygon', 40, 50);
	expect(await listOpenPayments(db, toId, secondsAfterStart(40))).toMatchObject([{ chain: 'polygon', fromBlock: 5 }]);
});

test('who took over a user’s work is remembered, the last one alone', async () => {
	const { db } = database;
	const [fromId, toId, laterId] = [await addUser(db), await addUser(db), await addUser(db)];
	await inTransaction((trx) => recordTransfer(trx, { fromId, toId }));
	expect(await isTransferredTo(db, fromId, toId)).toBe(true);
	expect([await isTransferredTo(db, toId, fromId), await isTransferredTo(db, 'nobody', toId)]).toEqual([false, false]);
	await inTransaction((trx) => recordTransfer(trx, { fromId, toId: laterId }));
	expect([await isTransferredTo(db, fromId, toId), await isTransferredTo(db, fromId, laterId)]).toEqual([false, true]);
});

test('every table that names a user is moved here, or ends with the user’s sessions', async () => {
	const { rows } = await sql<{ place: string }>`
		select conrelid::regclass || '.' || attname as place
		from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
		where contype = 'f' and confrelid = 'users'::regclass`.execute(database.db);
	// A table that is new in this list needs a function of its own above, called where work is adopted.
	expect(rows.map(({ place }) => place).toSorted()).toEqual([
		'access_tokens.user_id',
		'attribute_jobs.owner_id',
		'deletions.owner_id',
		'generated_images.owner_id',
		'generation_jobs.owner_id',
		'idempotency_keys.owner_id',
		'merge_jobs.owner_id',
		'minted_tokens.owner_id',
		'owner_blobs.owner_id',
		'premium_claims.user_id',
		'recovery_codes.user_id',
		'sales.owner_id',
		'saved_settings.owner_id',
		'sessions.user_id',
		'started_payments.user_id',
		'upload_usage.owner_id',
		'users.adopted_by',
	]);
});
