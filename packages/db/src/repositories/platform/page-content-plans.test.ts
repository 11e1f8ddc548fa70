import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { multiplyRow, multiplyRowFor, newId } from '../../testing/many-rows-testing.ts';
import { countRowsRead } from '../../testing/query-plans-testing.ts';
import { addBlob, addMerge, addPlannedJob, addUser, finishMerge, storeImages } from '../../testing/rows-testing.ts';
import {
	findLastTokenNumber,
	findTokenNumberAtOffset,
	listCoverImages,
	listImages,
} from '../generation/generated-images.ts';
import { listMergeInputs } from '../merge/merge-inputs.ts';
import {
	countMatchingImages,
	findTokenPosition,
	listFirstMergedImages,
	listMergedImages,
} from '../merge/merged-images.ts';
import { readJobsStamp } from '../stats-and-cleanup/generation-stats.ts';

// What a page of a list shows beside its rows may not cost more because others have much.

const jobCount = 300;
const imagesPerJob = 20;
const mergeCount = 10_000;
/** Of some of the merges. */
const tokensPerMerge = 20;
const pageRows = 20;

let database: TestDatabase;
let ownerId: string;
let jobIds: readonly string[];
let mergeIds: readonly string[];
beforeAll(async () => {
	database = await createTestDatabase();
	const { db } = database;
	ownerId = await addUser(db);
	const { job } = await addPlannedJob(db, ownerId, 1);
	await storeImages(db, job.id, 1);
	await multiplyRow(db, 'generation_jobs', jobCount, { number: sql`place` });
	await multiplyRowFor(
		db,
		{ table: 'generated_images', from: 'generation_jobs as job', count: imagesPerJob },
		{ id: newId, job_id: sql`job.id`, token_number: sql`place`, dna: newId, filename: sql`place || '.png'` },
	);
	const { id } = await addMerge(db, ownerId);
	await finishMerge(db, id, [{ sha256: await addBlob(db, 'a picture') }]);
	await multiplyRow(db, 'merge_jobs', mergeCount, {});
	await sql`alter table merged_images disable trigger all`.execute(db);
	await multiplyRowFor(db, { table: 'merge_inputs', from: 'merge_jobs as job' }, { merge_job_id: sql`job.id` });
	await multiplyRowFor(
		db,
		{ table: 'merged_images', from: '(select id from merge_jobs order by id limit 300) as job', count: tokensPerMerge },
		{ merge_job_id: sql`job.id`, token_number: sql`place`, rarity_rank: sql`place`, name: sql`'Token #' || place` },
	);
	await sql`analyze`.execute(db);
	jobIds = await listIds('generationJobs');
	mergeIds = await listIds('mergeJobs');
});
afterAll(() => database.destroy());

async function listIds(table: 'generationJobs' | 'mergeJobs'): Promise<string[]> {
	const rows = await database.db.selectFrom(table).select('id').orderBy('id').execute();
	return rows.map((row) => row.id);
}

interface Reading {
	readonly table: string;
	readonly ask: (db: Database) => Promise<unknown>;
	/** How many rows it may look at. */
	readonly atMost: number;
}
const everything = { traits: {}, search: '' } as const;
const page = { offset: 0, limit: pageRows, sort: 'number', ...everything } as const;
const readings: Readonly<Record<string, Reading>> = {
	'the covers of a page of jobs': {
		table: 'generated_images',
		ask: (db) => listCoverImages(db, jobIds.slice(0, pageRows), 4),
		atMost: pageRows * 4,
	},
	'images of a job': {
		table: 'generated_images',
		ask: (db) => listImages(db, jobIds[7]!, { first: 1, limit: 100 }),
		atMost: imagesPerJob,
	},
	'the failed images of a job': {
		table: 'generated_images',
		ask: (db) => listImages(db, jobIds[7]!, { first: 1, limit: 100, state: 'failed' }),
		atMost: imagesPerJob,
	},
	'a place in a job': {
		table: 'generated_images',
		ask: (db) => findTokenNumberAtOffset(db, jobIds[7]!, 10),
		atMost: imagesPerJob,
	},
	'the last image of a job': {
		table: 'generated_images',
		ask: (db) => findLastTokenNumber(db, jobIds[7]!),
		atMost: 1,
	},
	'the collections of a page of merges': {
		table: 'merge_inputs',
		ask: (db) => listMergeInputs(db, mergeIds.slice(0, pageRows)),
		atMost: pageRows,
	},
	'the first tokens of a merge': {
		table: 'merged_images',
		ask: (db) => listFirstMergedImages(db, mergeIds[7]!, 8),
		atMost: 8,
	},
	'tokens of a collection by number': {
		table: 'merged_images',
		ask: (db) => listMergedImages(db, mergeIds[7]!, page),
		atMost: tokensPerMerge,
	},
	'tokens of a collection by rank': {
		table: 'merged_images',
		ask: (db) => listMergedImages(db, mergeIds[7]!, { ...page, sort: 'rank' }),
		atMost: tokensPerMerge,
	},
	'tokens of a collection by name': {
		table: 'merged_images',
		ask: (db) => listMergedImages(db, mergeIds[7]!, { ...page, search: 'oken #7' }),
		atMost: tokensPerMerge,
	},
	'the count of a collection’s tokens': {
		table: 'merged_images',
		ask: (db) => countMatchingImages(db, mergeIds[7]!, everything),
		atMost: tokensPerMerge,
	},
	'a token’s place by rank': {
		table: 'merged_images',
		ask: (db) => findTokenPosition(db, mergeIds[7]!, 10, { ...everything, sort: 'rank' }),
		atMost: 10,
	},
	'whether an owner’s numbers still hold': {
		table: 'generated_images',
		ask: (db) => readJobsStamp(db, ownerId),
		atMost: 0,
	},
};

describe.each(Object.entries(readings))('%s', (_name, { table, ask, atMost }) => {
	it('are read without looking at those of others', async () => {
		const read = await countRowsRead(database.db, table, ask);
		expect(Math.max(...read)).toBeLessThanOrEqual(atMost);
	});
});
