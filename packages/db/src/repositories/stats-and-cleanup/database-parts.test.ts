import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addPlannedJob, addUser, sha256, storeImages } from '../../testing/rows-testing.ts';
import { listPartImages } from './database-parts.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const partCount = 50;
const partOf = (id: string) => (createHash('sha256').update(id).digest().readUInt32BE(0) % partCount) + 1;
const parts = Array.from({ length: partCount }, (_, index) => index + 1);

test('every drawn image is in the part that its id’s hash names, and in no other (AMB-34)', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job, images } = await addPlannedJob(db, ownerId, 120, { projectName: 'Frost' });
	await storeImages(db, job.id, 110);
	const found = new Map<string, number>();
	for (const part of parts) {
		for (const { id } of await listPartImages(db, ownerId, { part, partCount })) {
			expect(found.has(id)).toBe(false);
			found.set(id, part);
		}
	}
	const drawn = images.filter(({ tokenNumber }) => tokenNumber <= 110);
	expect(found).toEqual(new Map(drawn.map(({ id }) => [id, partOf(id)])));
});

test('an image comes with its job and its bytes described', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job, images } = await addPlannedJob(db, ownerId, 1, { projectName: 'Frost' });
	await storeImages(db, job.id, 1);
	const [{ id, traits }] = images as [(typeof images)[number]];
	expect(await listPartImages(db, ownerId, { part: partOf(id), partCount })).toEqual([
		{
			id,
			jobId: job.id,
			ownerId,
			jobNumber: 1,
			projectName: 'Frost',
			tokenNumber: 1,
			traits,
			sha256: sha256(`${job.id} 1`),
			sizeBytes: `${job.id} 1`.length,
			crc32: 4_294_967_295,
			mime: 'image/png',
		},
	]);
});

test('the owner’s alone, or everybody’s (AMB-33)', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	for (const owner of [ownerId, otherId]) {
		const { job } = await addPlannedJob(db, owner, 4);
		await storeImages(db, job.id, 4);
	}
	const countOf = async (scope: string) => {
		let count = 0;
		for (const part of parts) count += (await listPartImages(db, scope, { part, partCount })).length;
		return count;
	};
	expect([await countOf(ownerId), await countOf(otherId), await countOf('all')]).toEqual([4, 4, 8]);
});
