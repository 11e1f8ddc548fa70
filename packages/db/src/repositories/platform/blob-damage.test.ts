import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addMerge,
	addPlannedJob,
	addPreparedMint,
	addUser,
	finishMerge,
	secondsAfterStart,
	storeImages,
} from '../../testing/rows-testing.ts';
import { completeAttributeJob } from '../attributes/attribute-jobs.ts';
import { insertJobReferences } from '../generation/job-references.ts';
import { referencingColumns } from '../uploads/blob-sweep.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import { insertLayerFiles } from '../uploads/layer-files.ts';
import { listBlobReferences } from './blob-damage.ts';
import { insertPreview } from './image-previews.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
	await addOneRowEach();
});
afterAll(() => database.destroy());

/** One row in each table that refers to blobs. */
async function addOneRowEach(): Promise<void> {
	const { db } = database;
	const ownerId = await addUser(db);
	const picture = await addBlob(db, 'picture');
	const list = await addBlob(db, 'list of layers');
	await insertOwnerBlob(db, { ownerId, sha256: picture });
	const { job } = await addPlannedJob(db, ownerId, 1, { layersSha256: list });
	await storeImages(db, job.id, 1);
	const files = { blobSha256: picture, previewSha256: picture, fingerprint: null, sourceImageId: null };
	const reference = { id: 'reference', jobId: job.id, place: 1, createdAt: secondsAfterStart(0), ...files };
	await transact(db, async (trx) => {
		await insertJobReferences(trx, [reference]);
		await insertLayerFiles(trx, list, [{ path: 'Eyes/red.png', sha256: picture }]);
	});
	const merge = await addMerge(db, ownerId);
	await finishMerge(db, merge.id, [{ sha256: picture }]);
	const attributeJob = await addAttributeJob(db, ownerId);
	await completeAttributeJob(db, attributeJob.id, {
		indexSha256: picture,
		packSha256: picture,
		archiveBytes: 1,
		archiveEtag: 'tag',
		findingCount: 0,
		findings: [],
		completedAt: secondsAfterStart(1),
	});
	await addPreparedMint(db, ownerId);
	await insertPreview(db, { sha256: picture, sizePx: 200, previewSha256: picture });
}

// Rows of images hold copies of the version that they show.
const columns = referencingColumns.filter((column) => !column.startsWith('generatedImages.'));

it.each(columns)('names what refers to a damaged file by %s', async (place) => {
	const { db } = database;
	const [table, column] = place.split('.') as [string, string];
	const damaged = await addBlob(db, `damaged ${place}`);
	const { rows } = await sql<{ readonly before: string | null }>`
		select ${sql.ref(column)} as before from ${sql.table(table)}`.execute(db);
	expect(rows).toHaveLength(1);
	const set = (sha256: string | null) => sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sha256}`.execute(db);
	expect(await listBlobReferences(db, damaged)).toEqual([]);
	await set(damaged);
	expect(await listBlobReferences(db, damaged)).toMatchObject([{ what: expect.any(String), id: expect.any(String) }]);
	await set(rows[0]!.before);
});
