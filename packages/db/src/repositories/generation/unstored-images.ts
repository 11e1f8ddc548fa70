import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { GeneratedImageRow } from '../../schema/generation-tables.ts';
import { type AttemptCost, addedCost, type CompletedImage, noCost } from './image-results.ts';

// Images whose paid picture lies in a process's scratch until it can be stored.

/** A picture that holds its image while it waits. */
export interface UnstoredImage {
	readonly id: string;
	/** The token of the claim under which it was generated. */
	readonly token: string;
	readonly callId: string;
	/** No worker generates the image for so many milliseconds; the one that holds the picture extends it. */
	readonly forMs: number;
	readonly cost: AttemptCost;
}

/**
 * Lets a picture hold its image, and adds what it cost, once. Returns whether the cost was added
 * by this call; null, and nothing written, when neither the claim nor the picture holds the image.
 */
export async function claimForUnstoredImage(db: Database, picture: UnstoredImage): Promise<{ isNew: boolean } | null> {
	const { id, token, callId, forMs, cost } = picture;
	const { rows } = await sql<{ isNew: boolean }>`
		with held as (
			select id, claim_token <> ${callId} as is_new from generated_images
			where id = ${id} and claim_token in (${token}, ${callId}) for update
		)
		update generated_images as image set
			claim_token = ${callId}, scratch_call_id = ${callId}, claimed_until = ${fromDatabaseNow(forMs)},
			paid_calls = image.paid_calls + is_new::int * ${cost.paidCalls}::int,
			cost_micro_usd = image.cost_micro_usd + is_new::int * ${cost.costMicroUsd}::bigint,
			cost_rest_nano_usd = image.cost_rest_nano_usd + is_new::int * ${cost.costRestNanoUsd}::bigint,
			estimated_micro_usd = image.estimated_micro_usd + is_new::int * ${cost.estimatedMicroUsd}::bigint
		from held where image.id = held.id
		returning is_new`.execute(db);
	return rows[0] ?? null;
}

/** The image, which nobody else changes until the transaction ends, and whether a claim on it holds. */
export async function lockImageRow(
	trx: DatabaseTransaction,
	id: string,
): Promise<(GeneratedImageRow & { readonly isClaimed: boolean }) | undefined> {
	return trx
		.selectFrom('generatedImages')
		.selectAll()
		.select(sql<boolean>`coalesce(claimed_until > ${databaseNow}, false)`.as('isClaimed'))
		.where('id', '=', id)
		.forUpdate()
		.executeTakeFirst();
}

/** Whether that call has become a version of its image. */
export async function hasVersionFromCall(db: Database, callId: string): Promise<boolean> {
	const version = await db.selectFrom('imageVersions').select('number').where('callId', '=', callId).executeTakeFirst();
	return version !== undefined;
}

/** Takes an image over for a picture whose claim was lost; must be called in a transaction that locked it. */
export async function reclaimForUnstoredImage(
	trx: DatabaseTransaction,
	{ id, callId, forMs }: Pick<UnstoredImage, 'id' | 'callId' | 'forMs'>,
): Promise<void> {
	const claimedUntil = fromDatabaseNow(forMs);
	await trx.updateTable('generatedImages').set({ claimToken: callId, claimedUntil }).where('id', '=', id).execute();
}

/** A picture that came when its image had another one already. */
export interface LateVersion
	extends Pick<CompletedImage, 'id' | 'blobSha256' | 'preview512Sha256' | 'preview200Sha256' | 'fingerprint'> {
	readonly callId: string;
	readonly imageSeed: string;
	readonly createdAt: Date;
	readonly call: NonNullable<CompletedImage['call']>;
	readonly cost: AttemptCost;
	/** Whether the image's own sum has the cost already. */
	readonly wasCounted: boolean;
}

/** Adds a version that is not the chosen one, with its cost; must be called in a transaction that locked the image. */
export async function addLateVersion(trx: DatabaseTransaction, version: LateVersion): Promise<void> {
	const { id, callId, call, cost, wasCounted, ...files } = version;
	// What was counted before is part of the version that was made meanwhile.
	const added = wasCounted ? noCost : cost;
	const { paidCalls, costMicroUsd, costRestNanoUsd } = added;
	const { versionCount } = await trx
		.updateTable('generatedImages')
		.set((eb) => ({
			versionCount: eb('versionCount', '+', 1),
			...addedCost(added),
			...(wasCounted ? { scratchCallId: null } : {}),
		}))
		.where('id', '=', id)
		.returning('versionCount')
		.executeTakeFirstOrThrow();
	await trx
		.insertInto('imageVersions')
		.values({ imageId: id, number: versionCount, callId, ...files, ...call, paidCalls, costMicroUsd, costRestNanoUsd })
		.execute();
}
