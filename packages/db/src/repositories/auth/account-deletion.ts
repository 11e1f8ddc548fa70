import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { AttributeJobRow } from '../../schema/attribute-tables.ts';
import type { UserRow } from '../../schema/auth-tables.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { GenerationJobRow } from '../../schema/generation-tables.ts';
import type { MergeJobRow } from '../../schema/merge-tables.ts';
import type { StoredMintStatus } from '../../schema/mint-tables.ts';
import { listAttributeFiles } from '../attributes/attribute-jobs.ts';
import { insertDeletion } from '../deletion/deletions.ts';
import { endedPhases } from '../generation/job-phases.ts';
import type { RowsToDelete } from '../uploads/blob-sweep.ts';
import { lockUsers } from './users.ts';

/**
 * Locks an account with its jobs, merges and sales until the transaction ends: whatever starts or ends one meanwhile waits.
 * Undefined where there is no such account.
 */
export async function lockAccount(trx: DatabaseTransaction, ownerId: string): Promise<UserRow | undefined> {
	const [user] = await lockUsers(trx, [ownerId], 'no key update');
	// A sale that was stored before its merge was locked is seen the second time.
	for (const table of ['generationJobs', 'sales', 'mergeJobs', 'sales'] as const) {
		await trx
			.selectFrom(
				trx.selectFrom(table).select('id').where('ownerId', '=', ownerId).orderBy('id').forUpdate().as('locked'),
			)
			.select((eb) => eb.fn.countAll().as('count'))
			.execute();
	}
	return user;
}

/** Jobs of an account that draw or may draw, in their order. */
export async function listUnfinishedJobs(
	db: Database,
	ownerId: string,
): Promise<Pick<GenerationJobRow, 'id' | 'projectName' | 'number' | 'phase' | 'redraws'>[]> {
	return db
		.selectFrom('generationJobs')
		.select(['id', 'projectName', 'number', 'phase', 'redraws'])
		.where('ownerId', '=', ownerId)
		.where((eb) => eb.or([eb('phase', 'not in', endedPhases), eb('redraws', '>', 0)]))
		.orderBy('number')
		.execute();
}

/** How many mints of an account are done or can still come true, by how far they are. */
export async function countAccountMints(
	db: Database,
	ownerId: string,
): Promise<Readonly<Partial<Record<StoredMintStatus, number>>>> {
	const rows = await db
		.selectFrom('mintedTokens')
		.select((eb) => ['status', eb.fn.countAll<number>().as('count')])
		.where('ownerId', '=', ownerId)
		.where('isFinal', '=', false)
		.groupBy('status')
		.execute();
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Merges of an account on which something may depend, or that have not ended, in their order. */
export async function listMergesInUse(db: Database, ownerId: string): Promise<MergeJobRow[]> {
	return db
		.selectFrom('mergeJobs as job')
		.selectAll('job')
		.where('job.ownerId', '=', ownerId)
		.where(({ or, eb, exists, selectFrom }) =>
			or([
				eb('job.status', '=', 'processing'),
				eb('job.isMinting', '=', true),
				eb('job.isMinted', '=', true),
				eb('job.contractAddress', 'is not', null),
				exists(selectFrom('sales').select('sales.id').whereRef('sales.mergeJobId', '=', 'job.id')),
				exists(
					selectFrom('mergeDownloads').select('mergeDownloads.id').whereRef('mergeDownloads.mergeJobId', '=', 'job.id'),
				),
			]),
		)
		.orderBy('job.createdAt')
		.orderBy('job.id')
		.execute();
}

/** The attribute runs of an account. */
export async function listAccountRuns(db: Database, ownerId: string): Promise<AttributeJobRow[]> {
	return db.selectFrom('attributeJobs').selectAll().where('ownerId', '=', ownerId).orderBy('createdAt').execute();
}

/** Ids of the jobs and the merges of an account. */
export async function listAccountWork(
	db: Database,
	ownerId: string,
): Promise<{ readonly jobIds: readonly string[]; readonly mergeIds: readonly string[] }> {
	const list = async (table: 'generationJobs' | 'mergeJobs') =>
		(await db.selectFrom(table).select('id').where('ownerId', '=', ownerId).orderBy('id').execute()).map(
			({ id }) => id,
		);
	return { jobIds: await list('generationJobs'), mergeIds: await list('mergeJobs') };
}

/** What an account holds, as its owner counts it. */
export interface AccountCounts {
	readonly jobs: number;
	readonly images: number;
	readonly merges: number;
	readonly attributeRuns: number;
	readonly presets: number;
	readonly accessTokens: number;
}

export async function countAccount(db: Database, ownerId: string): Promise<AccountCounts> {
	const { rows } = await sql<AccountCounts>`
		select
			(select count(*) from generation_jobs where owner_id = ${ownerId}) as jobs,
			(select coalesce(sum(total_images), 0)::bigint from generation_jobs where owner_id = ${ownerId}) as images,
			(select count(*) from merge_jobs where owner_id = ${ownerId}) as merges,
			(select count(*) from attribute_jobs where owner_id = ${ownerId}) as attribute_runs,
			(select count(*) from saved_settings where owner_id = ${ownerId}) as presets,
			(select count(*) from access_tokens where user_id = ${ownerId} and expires_at > ${databaseNow}) as access_tokens
	`.execute(db);
	return rows[0]!;
}

/** Hashes of the next `limit` files that an account uploaded or generated. */
export async function listOwnedHashes(
	db: Database,
	ownerId: string,
	{ after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
	const rows = await db
		.selectFrom('ownerBlobs')
		.select('sha256')
		.where('ownerId', '=', ownerId)
		.where('sha256', '>', after)
		.orderBy('sha256')
		.limit(limit)
		.execute();
	return rows.map(({ sha256 }) => sha256);
}

/** Which rows refer to nothing any more once the account's data is deleted. */
export const toAccountRows = (ownerId: string): RowsToDelete => {
	const isOfMerge = (mergeId: string) =>
		sql`exists (select from merge_jobs job where job.id = ${sql.ref(mergeId)} and job.owner_id = ${ownerId})`;
	return {
		ownerBlobs: sql`owner_blobs.owner_id = ${ownerId}`,
		generatedImages: sql`generated_images.owner_id = ${ownerId}`,
		imageVersions: sql`exists (
			select from generated_images image where image.id = image_versions.image_id and image.owner_id = ${ownerId}
		)`,
		jobReferences: sql`exists (
			select from generation_jobs job where job.id = job_references.job_id and job.owner_id = ${ownerId}
		)`,
		generationJobs: sql`generation_jobs.owner_id = ${ownerId}`,
		mergeJobs: sql`merge_jobs.owner_id = ${ownerId}`,
		mergeInputs: isOfMerge('merge_inputs.merge_job_id'),
		mergedImages: isOfMerge('merged_images.merge_job_id'),
		attributeJobs: sql`attribute_jobs.owner_id = ${ownerId}`,
		mintMetadata: sql`exists (
			select from minted_tokens mint where mint.id = mint_metadata.mint_id and mint.owner_id = ${ownerId}
		)`,
	};
};

/**
 * Deletes all that a locked account holds, and notes what is to be freed: returns the ids of the deletions. The account's
 * row stays without a name, with what it paid for Premium and how many images it ordered today; the next role check gives
 * its grant back to Discord.
 */
export async function deleteAccountData(
	trx: DatabaseTransaction,
	{ id, ownerId, createdAt }: { readonly id: string; readonly ownerId: string; readonly createdAt: Date },
): Promise<string[]> {
	const runs = await listAccountRuns(trx, ownerId);
	const hashes = [...new Set(runs.flatMap(listAttributeFiles))];
	const { rows } = await sql<{ readonly id: string }>`
		insert into deletions (id, kind, owner_id, uploads_used_until, hashes, created_at)
		select id, 'job', owner_id, ${createdAt}::timestamptz, (
			select coalesce(jsonb_agg(distinct file.sha256), '[]')
			from job_references reference, unnest(array[reference.blob_sha256, reference.preview_sha256]) as file (sha256)
			where reference.job_id = job.id
		), ${createdAt}::timestamptz
		from generation_jobs job where owner_id = ${ownerId}
		union all
		select id, 'merge', owner_id, ${createdAt}::timestamptz, (
			select coalesce(jsonb_agg(distinct file.sha256), '[]') from (
				select manifest_sha256 as sha256 from merge_inputs where merge_job_id = merge.id
				union select unnest(array[merge.index_sha256, merge.pack_sha256, merge.cover_sha256])
			) as file where file.sha256 is not null
		), ${createdAt}::timestamptz
		from merge_jobs merge where owner_id = ${ownerId}
		returning id`.execute(trx);
	await insertDeletion(trx, 'uploads', { id, ownerId, hashes, uploadsUsedUntil: createdAt, createdAt });
	for (const table of ['generationJobs', 'mergeJobs', 'attributeJobs', 'savedSettings', 'mintedTokens'] as const) {
		await trx.deleteFrom(table).where('ownerId', '=', ownerId).execute();
	}
	for (const table of ['accessTokens', 'sessions', 'recoveryCodes'] as const) {
		await trx.deleteFrom(table).where('userId', '=', ownerId).execute();
	}
	await trx
		.updateTable('users')
		.set({ username: null, discriminator: null, avatar: null, email: null, geminiApiKey: null })
		.set({ roles: toJsonb([]), hasMageAccess: false, lastRoleCheck: null, updatedAt: createdAt })
		.set((eb) => ({
			nextRoleCheckAt: eb.case().when('refreshToken', 'is not', null).then(databaseNow).else(null).end(),
		}))
		.where('id', '=', ownerId)
		.execute();
	return [...rows.map((row) => row.id), id];
}
