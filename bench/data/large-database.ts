import { randomUUID } from 'node:crypto';
import { createDb, type Database } from '@adx/db/client/database';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { multiplyRow, multiplyRowFor, newId } from '@adx/db/testing/many-rows-testing';
import {
	addAttributeJob,
	addBlob,
	addMerge,
	addPlannedJob,
	addPreparedMint,
	finishMerge,
	storeImages,
} from '@adx/db/testing/rows-testing';
import { type RawBuilder, sql } from 'kysely';
import { addSession, lastingSession } from './sessions.ts';

export const largeCounts = {
	jobs: 10_000,
	imagesPerJob: 100,
	merges: 1_000,
	/** Of one merged collection. */
	tokens: 10_000,
	attributeJobs: 1_000,
	mints: 10_000,
} as const;

/** Half of the jobs are one creator's, the others are shared among these. */
const otherOwners = 99;

export interface LargeDatabase {
	/** The cookie of the creator who has most, with a developer's rights. */
	readonly cookie: string;
	/** Theirs, newest first. */
	readonly jobIds: readonly string[];
	readonly mergeIds: readonly string[];
	readonly attributeJobIds: readonly string[];
	readonly mintedImageIds: readonly string[];
	/** The merged collection with the most tokens. */
	readonly collectionId: string;
}

/** Fills an empty database of a server as years of use do; its role must be allowed to leave checks of references out. */
export async function fillLargeDatabase(databaseUrl: string): Promise<LargeDatabase> {
	const { db, destroy } = await createDb({ databaseUrl, maxConnections: 1 });
	await migrateToLatest(db);
	const { id: ownerId } = await insertUser(db, { id: randomUUID() });
	const others: string[] = [];
	for (let index = 0; index < otherOwners; index += 1) others.push((await insertUser(db, { id: randomUUID() })).id);
	const collectionId = await addTemplates(db, ownerId);
	// Checks of each row's references, and announcing each row, would take most of the time.
	await sql`set session_replication_role = replica`.execute(db);
	await multiplyRows(db, ownerId, others);
	await sql`set session_replication_role = default`.execute(db);
	await sql`vacuum analyze`.execute(db);
	const later = new Date(Date.now() + 24 * 3_600_000);
	const token = await addSession(db, ownerId, {
		...lastingSession(),
		method: 'developer',
		developerUntil: later,
		premiumUntil: later,
		adminUnlocked: true,
	});
	const listIds = async (table: 'generationJobs' | 'mergeJobs' | 'attributeJobs') => {
		const rows = await db
			.selectFrom(table)
			.select('id')
			.where('ownerId', '=', ownerId)
			.orderBy('createdAt', 'desc')
			.orderBy('id', 'desc')
			.execute();
		return rows.map(({ id }) => id);
	};
	const mints = await db.selectFrom('mintedTokens').select('imageId').orderBy('createdAt').orderBy('id').execute();
	const filled = {
		cookie: `adx_session=${token}`,
		jobIds: await listIds('generationJobs'),
		mergeIds: await listIds('mergeJobs'),
		attributeJobIds: await listIds('attributeJobs'),
		mintedImageIds: mints.map(({ imageId }) => imageId),
		collectionId,
	};
	await destroy();
	return filled;
}

/** One row of each kind, as the product writes them. */
async function addTemplates(db: Database, ownerId: string): Promise<string> {
	const { job } = await addPlannedJob(db, ownerId, 1);
	await storeImages(db, job.id, 1);
	const { imagesPerJob } = largeCounts;
	await updateGenerationJob(db, job.id, { phase: 'done', status: 'completed', completedAt: new Date() });
	await db
		.updateTable('generationJobs')
		.set({ batchSize: imagesPerJob, totalImages: imagesPerJob, progress: imagesPerJob })
		.execute();
	const { id } = await addMerge(db, ownerId);
	await finishMerge(db, id, [{ sha256: await addBlob(db, 'a token') }]);
	await addAttributeJob(db, ownerId);
	await db.updateTable('attributeJobs').set({ status: 'failed', completedAt: new Date() }).execute();
	await addPreparedMint(db, ownerId);
	return id;
}

async function multiplyRows(db: Database, ownerId: string, others: readonly string[]) {
	const { jobs, imagesPerJob, merges, tokens, attributeJobs, mints } = largeCounts;
	const createdAt = sql`now() - place * interval '1 minute'`;
	const owner = ownerInHalf(ownerId, others);
	await multiplyRow(db, 'generation_jobs', jobs, { number: sql`place`, owner_id: owner, created_at: createdAt });
	const hash = (text: RawBuilder<unknown>) => sql`md5(${text}) || md5('second ' || ${text})`;
	const number = sql`job.id || ' ' || place`;
	await multiplyRowFor(
		db,
		{ table: 'generated_images', from: 'generation_jobs as job', count: imagesPerJob },
		{
			id: newId,
			job_id: sql`job.id`,
			owner_id: sql`job.owner_id`,
			token_number: sql`place`,
			filename: sql`place || '.png'`,
			dna: hash(number),
			blob_sha256: hash(number),
			rarity_rank: sql`place`,
		},
	);
	const ofImage = { blob_sha256: sql`image.blob_sha256` };
	await sql`delete from blobs where sha256 <> (select min(sha256) from blobs)`.execute(db);
	await multiplyRowFor(db, { table: 'blobs', from: 'generated_images as image' }, { sha256: ofImage.blob_sha256 });
	const from = 'generated_images as image';
	await multiplyRowFor(db, { table: 'image_versions', from }, { image_id: sql`image.id`, ...ofImage });
	await multiplyRow(db, 'merge_jobs', merges, { created_at: createdAt, completed_at: createdAt, owner_id: owner });
	await multiplyRowFor(db, { table: 'merge_inputs', from: 'merge_jobs as job' }, { merge_job_id: sql`job.id` });
	const trait = (name: string, values: number) => sql`
		jsonb_build_object('trait_type', ${sql.lit(name)}, 'value', ${sql.lit(name)} || ' ' || place % ${sql.lit(values)})`;
	await multiplyRowFor(
		db,
		{ table: 'merged_images', from: '(select) as nothing', count: tokens },
		{
			token_number: sql`place`,
			name: sql`'Token #' || place`,
			rarity_rank: sql`place`,
			attributes: sql`jsonb_build_array(${trait('Race', 20)}, ${trait('Class', 35)})`,
		},
	);
	await multiplyRow(db, 'attribute_jobs', attributeJobs, { created_at: createdAt });
	await multiplyRow(db, 'minted_tokens', mints, {
		created_at: createdAt,
		image_id: sql`'image-' || place`,
		token_id: sql`place`,
	});
}

/** Every second row is the creator's. */
const ownerInHalf = (ownerId: string, others: readonly string[]): RawBuilder<unknown> => sql`
	case when place % 2 = 0 then ${sql.lit(ownerId)}
	else (array[${sql.join(others.map((id) => sql.lit(id)))}])[1 + place / 2 % ${sql.lit(others.length)}] end`;
