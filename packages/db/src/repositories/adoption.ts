import { sql } from 'kysely';
import type { DatabaseTransaction } from '../client.ts';

/** Whose rows become whose. */
export interface Adoption {
	readonly fromId: string;
	readonly toId: string;
}

/** Rows go in the order images, jobs, then the rest: whoever finishes an image locks them in that order too. */
export async function moveGeneratedImages(trx: DatabaseTransaction, { fromId, toId }: Adoption): Promise<void> {
	await trx.updateTable('generatedImages').set({ ownerId: toId }).where('ownerId', '=', fromId).execute();
}

/**
 * Moves jobs with the new owner's next numbers, in the order they had; returns how many. Both users must be
 * locked, so that no number is given twice. Readers see another version.
 */
export async function moveGenerationJobs(trx: DatabaseTransaction, { fromId, toId }: Adoption): Promise<number> {
	const { rows } = await sql<{ id: string }>`
		with moved as (
			select id, row_number() over (order by number) as place, count(*) over () as total
			from generation_jobs where owner_id = ${fromId}
		), owner as (
			update users set last_job_number = last_job_number + (select count(*) from moved)
			where id = ${toId} returning last_job_number
		)
		update generation_jobs set
			owner_id = ${toId},
			number = owner.last_job_number - moved.total + moved.place,
			version = version + 1
		from moved, owner
		where generation_jobs.id = moved.id
		returning generation_jobs.id`.execute(trx);
	return rows.length;
}

/** What both owners hold stays once. */
export async function moveOwnerBlobs(trx: DatabaseTransaction, { fromId, toId }: Adoption): Promise<void> {
	await sql`
		with moved as (delete from owner_blobs where owner_id = ${fromId} returning sha256)
		insert into owner_blobs (owner_id, sha256) select ${toId}, sha256 from moved
		on conflict do nothing`.execute(trx);
}

/** A key that the new owner used too keeps standing for the new owner's job. */
export async function moveIdempotencyKeys(trx: DatabaseTransaction, { fromId, toId }: Adoption): Promise<void> {
	await sql`
		with moved as (delete from idempotency_keys where owner_id = ${fromId} returning *)
		insert into idempotency_keys (owner_id, key, request_hash, job_id, created_at)
		select ${toId}, key, request_hash, job_id, created_at from moved
		on conflict do nothing`.execute(trx);
}

/** Ends every access token of the user; returns how many. */
export async function deleteUserAccessTokens(trx: DatabaseTransaction, userId: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom('accessTokens')
		.where('userId', '=', userId)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
