import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { invalidateUploadUsage } from '../uploads/upload-usage.ts';

/** Whose rows become whose. */
export interface OwnershipTransfer {
	readonly fromId: string;
	readonly toId: string;
}

/** Rows go in the order images, jobs, then the rest: finishing an image locks them in that order too. */
export async function moveGeneratedImages(
	trx: DatabaseTransaction,
	{ fromId, toId }: OwnershipTransfer,
): Promise<void> {
	await trx.updateTable('generatedImages').set({ ownerId: toId }).where('ownerId', '=', fromId).execute();
}

/**
 * Moves jobs with the new owner's next numbers, in the order they had; returns how many. Both users must be
 * locked, so that no number is given twice. Readers see another version.
 */
export async function moveGenerationJobs(
	trx: DatabaseTransaction,
	{ fromId, toId }: OwnershipTransfer,
): Promise<number> {
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

/**
 * Readers see another version. A key that the new owner used too is forgotten. Deletions under way go with them, as their
 * uploads do.
 */
export async function moveMergeJobs(trx: DatabaseTransaction, adoption: OwnershipTransfer): Promise<void> {
	await moveJobs(trx, 'merge_jobs', adoption);
	const { fromId, toId } = adoption;
	await trx.updateTable('deletions').set({ ownerId: toId }).where('ownerId', '=', fromId).execute();
}

/** As `moveMergeJobs`. */
export async function moveAttributeJobs(trx: DatabaseTransaction, adoption: OwnershipTransfer): Promise<void> {
	await moveJobs(trx, 'attribute_jobs', adoption);
}

/** Sales go with their merges; their keys are sealed for the row, whoever owns it. Readers see another version. */
export async function moveSales(trx: DatabaseTransaction, { fromId, toId }: OwnershipTransfer): Promise<void> {
	await trx
		.updateTable('sales')
		.set((eb) => ({ ownerId: toId, version: eb('version', '+', 1) }))
		.where('ownerId', '=', fromId)
		.execute();
}

/** Tokens are an image's, of which nobody else has one. */
export async function moveMintedTokens(trx: DatabaseTransaction, { fromId, toId }: OwnershipTransfer): Promise<void> {
	await trx.updateTable('mintedTokens').set({ ownerId: toId }).where('ownerId', '=', fromId).execute();
}

/** A payment stays used, now by the new owner, who also takes over those that were only named. */
export async function movePremiumPayments(
	trx: DatabaseTransaction,
	{ fromId, toId }: OwnershipTransfer,
): Promise<void> {
	await trx.updateTable('premiumPayments').set({ userId: toId }).where('userId', '=', fromId).execute();
	await trx.updateTable('premiumClaims').set({ userId: toId }).where('userId', '=', fromId).execute();
	// Of two on one chain both are found.
	await sql`
		with moved as (delete from started_payments where user_id = ${fromId} returning *)
		insert into started_payments as theirs (user_id, chain, from_block, is_open, created_at)
		select ${toId}, chain, from_block, is_open, created_at from moved
		on conflict (user_id, chain) do update set
			from_block = least(theirs.from_block, excluded.from_block),
			is_open = theirs.is_open or excluded.is_open,
			created_at = greatest(theirs.created_at, excluded.created_at)`.execute(trx);
}

/** Remembers who took over whose work. */
export async function recordTransfer(trx: DatabaseTransaction, { fromId, toId }: OwnershipTransfer): Promise<void> {
	await trx.updateTable('users').set({ adoptedBy: toId }).where('id', '=', fromId).execute();
}

/** Whether the one user's work was last taken over by the other; false for what is not a user's id. */
export async function isTransferredTo(db: Database, userId: string, accountId: string): Promise<boolean> {
	const found = await db
		.selectFrom('users')
		.select('id')
		.where('id', '=', userId)
		.where('adoptedBy', '=', accountId)
		.executeTakeFirst();
	return found !== undefined;
}

async function moveJobs(
	trx: DatabaseTransaction,
	table: 'merge_jobs' | 'attribute_jobs',
	{ fromId, toId }: OwnershipTransfer,
): Promise<void> {
	await sql`
		update ${sql.table(table)} as moved set
			owner_id = ${toId},
			version = version + 1,
			idempotency_key = case
				when exists (
					select from ${sql.table(table)} theirs
					where theirs.owner_id = ${toId} and theirs.idempotency_key = moved.idempotency_key
				) then null
				else idempotency_key
			end
		where owner_id = ${fromId}`.execute(trx);
}

/** What both owners hold stays once, with its later use; what of it counts as unused is counted when it is next needed. */
export async function moveOwnerBlobs(trx: DatabaseTransaction, { fromId, toId }: OwnershipTransfer): Promise<void> {
	await sql`
		with moved as (delete from owner_blobs where owner_id = ${fromId} returning sha256, last_used_at)
		insert into owner_blobs as theirs (owner_id, sha256, last_used_at) select ${toId}, sha256, last_used_at from moved
		on conflict (owner_id, sha256) do update set
			last_used_at = greatest(theirs.last_used_at, excluded.last_used_at)`.execute(trx);
	await trx.deleteFrom('uploadUsage').where('ownerId', '=', fromId).execute();
	// The row stays: only owners who have one are cleaned up after.
	await invalidateUploadUsage(trx, toId);
}

/** A key that the new owner used too keeps standing for the new owner's job. */
export async function moveIdempotencyKeys(
	trx: DatabaseTransaction,
	{ fromId, toId }: OwnershipTransfer,
): Promise<void> {
	await sql`
		with moved as (delete from idempotency_keys where owner_id = ${fromId} returning *)
		insert into idempotency_keys (owner_id, key, request_hash, job_id, created_at)
		select ${toId}, key, request_hash, job_id, created_at from moved
		on conflict do nothing`.execute(trx);
}

/**
 * Moves presets; a name that the new owner uses too gets ' (2)', or the next number that is free, cut to
 * `nameMaxLength` characters.
 */
export async function movePresets(
	trx: DatabaseTransaction,
	{ fromId, toId, nameMaxLength }: OwnershipTransfer & { readonly nameMaxLength: number },
): Promise<void> {
	const listNames = async (ownerId: string) =>
		trx
			.selectFrom('savedSettings')
			.select(['id', 'name'])
			.where('ownerId', '=', ownerId)
			.orderBy('createdAt')
			.execute();
	const usedNames = new Set((await listNames(toId)).map(({ name }) => name));
	for (const { id, name } of await listNames(fromId)) {
		const freeName = findUnusedName(name, usedNames, nameMaxLength);
		usedNames.add(freeName);
		await trx.updateTable('savedSettings').set({ ownerId: toId, name: freeName }).where('id', '=', id).execute();
	}
}

function findUnusedName(name: string, usedNames: ReadonlySet<string>, maxLength: number): string {
	let candidate = name;
	for (let number = 2; usedNames.has(candidate); number++) {
		const suffix = ` (${number})`;
		// Never half of a character that takes two units.
		candidate =
			name
				.slice(0, maxLength - suffix.length)
				.replace(/[\ud800-\udbff]$/, '')
				.trimEnd() + suffix;
	}
	return candidate;
}

/**
 * Adds up what both users ordered on the day that the newer count belongs to; an older day's count is forgotten, as
 * its own next order would have done. Both users must be locked.
 */
export async function moveDailyImages(trx: DatabaseTransaction, { fromId, toId }: OwnershipTransfer): Promise<void> {
	await sql`
		with counted as (
			select generated_today, last_generation_reset from users
			where id in (${fromId}, ${toId}) and last_generation_reset is not null
		), newest as (
			select max(last_generation_reset) as reset from counted
		)
		update users set
			generated_today = (select sum(generated_today) from counted, newest where last_generation_reset = newest.reset),
			last_generation_reset = newest.reset
		from newest
		where id = ${toId} and newest.reset is not null`.execute(trx);
	await trx.updateTable('users').set({ generatedToday: 0 }).where('id', '=', fromId).execute();
}
