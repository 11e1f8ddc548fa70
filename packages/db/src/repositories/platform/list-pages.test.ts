import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { multiplyRow } from '../../testing/many-rows-testing.ts';
import { countRowsRead } from '../../testing/query-plans-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addJob,
	addMerge,
	addPreparedMint,
	addUser,
	finishMerge,
	secondsAfterStart,
} from '../../testing/rows-testing.ts';
import { listAttributeJobs } from '../attributes/attribute-jobs.ts';
import { listGalleryRows } from '../gallery/gallery-collections.ts';
import { listGenerationJobs } from '../generation/generation-jobs.ts';
import { listMergeJobs } from '../merge/merge-jobs.ts';
import { listMints } from '../mint/minted-tokens.ts';

// Lists as long as years of use make them: a page of one may cost no more than the first page of a short one.

const rowCount = 5_000;
const pageRows = 20;

let database: TestDatabase;
let ownerId: string;
beforeAll(async () => {
	database = await createTestDatabase();
	const { db } = database;
	ownerId = await addUser(db);
	await addJob(db, ownerId);
	await addAttributeJob(db, ownerId);
	const { id: mergeJobId } = await addMerge(db, ownerId);
	await finishMerge(db, mergeJobId, [{ sha256: await addBlob(db, 'a picture') }]);
	await addPreparedMint(db, ownerId);
	// Ten rows each have the same time, as what scripts start at once has.
	const createdAt = sql`${secondsAfterStart(0)}::timestamptz + place / 10 * interval '1 second'`;
	await multiplyRow(db, 'generation_jobs', rowCount, { created_at: createdAt, number: sql`place` });
	await multiplyRow(db, 'attribute_jobs', rowCount, { created_at: createdAt });
	await multiplyRow(db, 'merge_jobs', rowCount, { created_at: createdAt, completed_at: createdAt });
	await multiplyRow(db, 'minted_tokens', rowCount, {
		created_at: createdAt,
		image_id: sql`'image-' || place`,
		token_id: sql`place`,
	});
	await sql`analyze generation_jobs, attribute_jobs, merge_jobs, minted_tokens`.execute(db);
});
afterAll(() => database.destroy());

interface Listed {
	readonly id: string;
}
type List = (
	db: Database,
	page?: { readonly after?: string; readonly from: number; readonly limit: number },
) => Promise<readonly Listed[]>;

const lists: Readonly<Record<string, List>> = {
	generation_jobs: (db, page) => listGenerationJobs(db, ownerId, page),
	'generation_jobs of everybody': (db, page) => listGenerationJobs(db, 'all', page),
	merge_jobs: (db, page) => listMergeJobs(db, ownerId, page),
	'merge_jobs of everybody': (db, page) => listMergeJobs(db, 'all', page),
	'merge_jobs of the gallery': (db, page) => listGalleryRows(db, page),
	attribute_jobs: (db, page) => listAttributeJobs(db, ownerId, page ?? { limit: rowCount }),
	minted_tokens: async (db, page) =>
		(await listMints(db, ownerId, 'polygon', page)).map(({ imageId }) => ({ id: imageId })),
};

describe.each(Object.entries(lists))('a list of %s', (name, list) => {
	it('comes page by page as it comes in one piece', async () => {
		const whole = await list(database.db);
		expect(whole).toHaveLength(rowCount);
		const ids: string[] = [];
		for (;;) {
			const page = await list(database.db, { after: ids.at(-1), from: 0, limit: 777 });
			ids.push(...page.map(({ id }) => id));
			if (page.length < 777) break;
		}
		expect(ids).toEqual(whole.map(({ id }) => id));
	});

	it('reads the rows of a page alone', async () => {
		const middle = (await list(database.db, { from: rowCount / 2, limit: 1 }))[0]!.id;
		const table = name.split(' ')[0]!;
		for (const after of [undefined, middle]) {
			const read = await countRowsRead(database.db, table, (db) => list(db, { after, from: 0, limit: pageRows }));
			expect(read).toHaveLength(1);
			// Those of the page and the one that the cursor names.
			expect(read[0]).toBeLessThanOrEqual(pageRows + 11);
		}
	});
});
