import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { multiplyRow, multiplyRowFor, newId } from '../../testing/many-rows-testing.ts';
import { countRowsRead } from '../../testing/query-plans-testing.ts';
import { addPlannedJob, addUser, secondsAfterStart, storeImages } from '../../testing/rows-testing.ts';
import { markDamagedBlob, unmarkDamagedBlob } from '../platform/blob-damage.ts';
import { groupDamagedImages, listDamagedFiles, listDamagedImages } from './damaged-images.ts';
import { listImages } from './generated-images.ts';

const jobCount = 300;
const imagesPerJob = 20;

let database: TestDatabase;
let db: Database;
let jobIds: readonly string[];
beforeAll(async () => {
	database = await createTestDatabase();
	({ db } = database);
	const { job } = await addPlannedJob(db, await addUser(db), 1);
	await storeImages(db, job.id, 1);
	await sql`analyze generated_images`.execute(db);
	await multiplyRow(db, 'generation_jobs', jobCount, { number: sql`place` });
	const hash = sql`encode(sha256(convert_to(job.id || place, 'utf8')), 'hex')`;
	await sql`
		insert into blobs (sha256, size_bytes, crc32, mime, created_at)
		select ${hash}, 3, 0, 'image/png', now()
		from generation_jobs as job, generate_series(1, ${sql.lit(imagesPerJob)}) as place`.execute(db);
	await multiplyRowFor(
		db,
		{ table: 'generated_images', from: 'generation_jobs as job', count: imagesPerJob },
		{
			id: newId,
			job_id: sql`job.id`,
			token_number: sql`place`,
			dna: newId,
			filename: sql`place || '.png'`,
			blob_sha256: hash,
		},
	);
	jobIds = (await db.selectFrom('generationJobs').select('id').orderBy('id').execute()).map(({ id }) => id);
});
afterAll(() => database.destroy());
beforeEach(() => db.updateTable('blobs').set({ damagedAt: null }).execute());

const imagesOf = (place: number) => listImages(db, jobIds[place]!);
const versionOf = async (place: number) =>
	(await db.selectFrom('generationJobs').select('version').where('id', '=', jobIds[place]!).executeTakeFirstOrThrow())
		.version;

describe('damaged pictures', () => {
	it('are told by job and among images, and readers of that job alone hear of each change', async () => {
		const [first, second] = await imagesOf(3);
		const versions = [await versionOf(3), await versionOf(4)];
		const sha256 = second!.blobSha256!;
		const file = { sha256, sizeBytes: 3, damagedAt: secondsAfterStart(1) };
		expect(await markDamagedBlob(db, sha256, file.damagedAt)).toBe(true);
		expect(await markDamagedBlob(db, sha256, secondsAfterStart(2))).toBe(false);
		expect([await versionOf(3), await versionOf(4)]).toEqual([versions[0]! + 1, versions[1]]);
		expect(await listDamagedImages(db, jobIds[3]!)).toEqual([{ id: second!.id, ...file }]);
		const free = { state: 'stored', locked: false, redraw: false, isMinted: false, isMinting: false };
		expect(await groupDamagedImages(db, jobIds[3]!)).toEqual([{ ...free, images: 1 }]);
		expect(await listDamagedImages(db, jobIds[4]!)).toEqual([]);
		const planned = { blobSha256: null };
		expect(await listDamagedFiles(db, [first!, second!, planned])).toEqual([file]);
		expect(await listDamagedFiles(db, [planned])).toEqual([]);
		expect(await unmarkDamagedBlob(db, sha256)).toBe(true);
		expect(await unmarkDamagedBlob(db, sha256)).toBe(false);
		expect([await versionOf(3), await versionOf(4)]).toEqual([versions[0]! + 2, versions[1]]);
		expect(await listDamagedImages(db, jobIds[3]!)).toEqual([]);
	});

	const readBy = async (ask: (counted: Database) => Promise<unknown>) => [
		...(await countRowsRead(db, 'blobs', ask)),
		...(await countRowsRead(db, 'generated_images', ask)),
	];

	// The embedded database is never analysed; PostgreSQL may have counted one table and not yet the other.
	describe.each(['', 'analyze blobs', 'analyze generated_images', 'analyze'])('with statistics by "%s"', (analyse) => {
		beforeEach(async () => {
			if (analyse !== '') await sql.raw(analyse).execute(db);
		});

		it.each([0, 3])('cost no look at the others while there are %i', async (count) => {
			const damaged = (await imagesOf(5)).slice(0, count);
			for (const { blobSha256 } of damaged) await markDamagedBlob(db, blobSha256!, new Date());
			const images = await imagesOf(5);
			for (const ask of [listDamagedImages, groupDamagedImages])
				for (const read of await readBy((counted) => ask(counted, jobIds[5]!)))
					expect(read).toBeLessThanOrEqual(count === 0 ? 0 : imagesPerJob);
			for (const read of await readBy((counted) => listDamagedFiles(counted, images)))
				expect(read).toBeLessThanOrEqual(imagesPerJob);
		});
	});

	it('cost no more than the images of the job where every file of the installation is lost', async () => {
		await db.updateTable('blobs').set({ damagedAt: new Date() }).execute();
		await sql`analyze`.execute(db);
		expect(await listDamagedImages(db, jobIds[5]!)).toHaveLength(imagesPerJob);
		for (const ask of [listDamagedImages, groupDamagedImages])
			for (const read of await readBy((counted) => ask(counted, jobIds[5]!)))
				expect(read).toBeLessThanOrEqual(imagesPerJob);
	});
});
