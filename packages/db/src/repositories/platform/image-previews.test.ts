import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addPlannedJob, addUser, sha256, storeImages } from '../../testing/rows-testing.ts';
import { findPreview, insertPreview, listPreviewSources, pngCopySizePx } from './image-previews.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

test('previews are kept by size, the first one for good', async () => {
	const { db } = database;
	const [picture, small, other] = [
		await addBlob(db, 'picture'),
		await addBlob(db, 'small'),
		await addBlob(db, 'other'),
	];
	await insertPreview(db, { sha256: picture, sizePx: 200, previewSha256: small });
	await insertPreview(db, { sha256: picture, sizePx: 200, previewSha256: other });
	expect((await findPreview(db, picture, 200))?.sha256).toBe(small);
	expect(await findPreview(db, picture, 512)).toBeUndefined();
});

test('a generated picture has those that were made with it', async () => {
	const { db } = database;
	const { job } = await addPlannedJob(db, await addUser(db), 1);
	await storeImages(db, job.id, 1);
	expect((await findPreview(db, sha256(`${job.id} 1`), 512))?.sha256).toBe(sha256('512'));
	expect((await findPreview(db, sha256(`${job.id} 1`), 200))?.sha256).toBe(sha256('200'));
});

test('a preview names each picture that it shows, and in which size', async () => {
	const { db } = database;
	const [first, second, shown] = [await addBlob(db, 'first'), await addBlob(db, 'second'), await addBlob(db, 'shown')];
	await insertPreview(db, { sha256: first, sizePx: 512, previewSha256: shown });
	await insertPreview(db, { sha256: second, sizePx: 200, previewSha256: shown });
	await insertPreview(db, { sha256: second, sizePx: pngCopySizePx, previewSha256: shown });
	const sources = await listPreviewSources(db, shown);
	expect(sources.toSorted((left, right) => left.sizePx - right.sizePx)).toEqual([
		{ sha256: second, sizePx: 200 },
		{ sha256: first, sizePx: 512 },
		{ sha256: second, sizePx: pngCopySizePx },
	]);
});

test('no preview is noted of a picture that is gone', async () => {
	const { db } = database;
	await insertPreview(db, { sha256: sha256('gone'), sizePx: 512, previewSha256: await addBlob(db, 'preview') });
	expect(await db.selectFrom('imagePreviews').selectAll().execute()).toEqual([]);
});
