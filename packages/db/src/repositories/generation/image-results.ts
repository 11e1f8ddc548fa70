import type { ImageFailure } from '@adx/validators/generation/job-states';
import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { fromDatabaseNow } from '../../client/database-time.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { FailureCounts, ImageState, ImageVersionRow } from '../../schema/generation-tables.ts';

/** What one try cost; all 0 with an engine that is free. */
export interface AttemptCost {
	readonly paidCalls: number;
	/** Whole millionths of a USD. */
	readonly costMicroUsd: number;
	/** Billionths of a USD on top. */
	readonly costRestNanoUsd: number;
	/** The part of it that the service did not report. */
	readonly estimatedMicroUsd: number;
}

/** What a try costs that called nobody, or whose call was counted before. */
export const noCost: AttemptCost = { paidCalls: 0, costMicroUsd: 0, costRestNanoUsd: 0, estimatedMicroUsd: 0 };

/** What is set to add a cost to a row that counts it. */
export const addedCost = (cost: AttemptCost) => ({
	paidCalls: sql<number>`paid_calls + ${cost.paidCalls}`,
	costMicroUsd: sql<number>`cost_micro_usd + ${cost.costMicroUsd}`,
	costRestNanoUsd: sql<number>`cost_rest_nano_usd + ${cost.costRestNanoUsd}`,
	estimatedMicroUsd: sql<number>`estimated_micro_usd + ${cost.estimatedMicroUsd}`,
});

/** How an image stood when its claim ended. */
export interface ClaimedImage {
	readonly state: ImageState;
	/** Whether the claim was for another version of it. */
	readonly redraw: boolean;
	/** Whether the cost of the try was counted before, as of a picture that waited in scratch. */
	readonly wasCounted: boolean;
}

/** A drawn image; its three blobs must be recorded before. */
export interface CompletedImage {
	readonly id: string;
	readonly token: string;
	readonly blobSha256: string;
	readonly preview512Sha256: string;
	readonly preview200Sha256: string;
	/** What it looks like; null, as unless given, where that is not told. */
	readonly fingerprint?: string | null;
	/** The seed by which it was generated; the planned one by default. */
	readonly imageSeed?: string;
	/** The forge that drew it; absent for other engines. */
	readonly forgeVersion?: number;
	/** Follows the type of the bytes; unchanged when absent. */
	readonly filename?: string;
	readonly metadata?: Record<string, unknown>;
	readonly storedAt: Date;
	/** How a paid engine came by it. */
	readonly call?: PaidVersion;
	/** The paid call; a picture that waited in scratch holds the image under it as well. */
	readonly callId?: string | null;
	readonly cost?: AttemptCost;
}

/** How a paid engine came by a version. */
export type PaidVersion = Pick<ImageVersionRow, 'model' | 'prompt' | 'promptHash' | 'finishReason'>;

/**
 * Stores the result under its claim as the next version, which becomes the chosen one, and returns how the image stood
 * before. Null, and nothing written, when the claim is no longer held.
 */
export async function completeImage(db: Database, image: CompletedImage): Promise<ClaimedImage | null> {
	const { id, token, blobSha256, preview512Sha256, preview200Sha256, storedAt, cost = noCost } = image;
	const { fingerprint = null } = image;
	const { call = { model: null, prompt: null, promptHash: null, finishReason: null }, callId = null } = image;
	const { rows } = await sql<ClaimedImage>`
		with held as (
			${heldUnder({ id, token, callId, cost })}
		), stored as (
			update generated_images as image set
				state = 'stored', redraw = false, mark = null, failure = null, last_error = null, tries = '{}',
				blob_sha256 = ${blobSha256}, preview512_sha256 = ${preview512Sha256},
				preview200_sha256 = ${preview200Sha256}, fingerprint = ${fingerprint}, stored_at = ${storedAt},
				filename = coalesce(${image.filename ?? null}, image.filename),
				metadata = ${toJsonb(image.metadata ?? {})},
				chosen_version = image.version_count + 1, version_count = image.version_count + 1,
				paid_calls = image.paid_calls + held.paid_calls,
				cost_micro_usd = image.cost_micro_usd + held.cost_micro_usd,
				cost_rest_nano_usd = image.cost_rest_nano_usd + held.cost_rest_nano_usd,
				estimated_micro_usd = image.estimated_micro_usd + held.estimated_micro_usd,
				claim_token = null, claimed_until = null, not_before = null,
				scratch_call_id = case when was_counted then null else image.scratch_call_id end
			from held where image.id = held.id
			returning image.*, held.state as held_state, held.redraw as held_redraw, held.was_counted
		), version as (
			insert into image_versions (
				image_id, number, blob_sha256, preview512_sha256, preview200_sha256, fingerprint, image_seed, created_at,
				model, prompt, prompt_hash, finish_reason, call_id, paid_calls, cost_micro_usd,
				cost_rest_nano_usd, forge_version
			)
			select
				id, version_count, blob_sha256, preview512_sha256, preview200_sha256, fingerprint,
				coalesce(${image.imageSeed ?? null}, image_seed), stored_at,
				${call.model}, ${call.prompt}, ${call.promptHash}, ${call.finishReason}, ${callId},
				paid_calls - (select coalesce(sum(paid_calls), 0) from image_versions where image_id = stored.id),
				cost_micro_usd - (select coalesce(sum(cost_micro_usd), 0) from image_versions where image_id = stored.id),
				cost_rest_nano_usd
					- (select coalesce(sum(cost_rest_nano_usd), 0) from image_versions where image_id = stored.id),
				${image.forgeVersion ?? null}::smallint
			from stored
		)
		select held_state as state, held_redraw as redraw, was_counted from stored`.execute(db);
	return rows[0] ?? null;
}

interface Held {
	readonly id: string;
	readonly token: string;
	readonly callId: string | null;
	readonly cost: AttemptCost;
}

/** The image if it is held under the claim's token, or by the picture of that call, and what the try adds to its cost. */
const heldUnder = ({ id, token, callId, cost }: Held) => sql`
	select id, state, redraw, was_counted,
		case when was_counted then 0 else ${cost.paidCalls}::int end as paid_calls,
		case when was_counted then 0 else ${cost.costMicroUsd}::bigint end as cost_micro_usd,
		case when was_counted then 0 else ${cost.costRestNanoUsd}::bigint end as cost_rest_nano_usd,
		case when was_counted then 0 else ${cost.estimatedMicroUsd}::bigint end as estimated_micro_usd
	from (
		select id, state, redraw, coalesce(scratch_call_id = ${callId}::text, false) as was_counted
		from generated_images
		where id = ${id} and (claim_token = ${token} or claim_token = ${callId}::text)
		for update
	) as image`;

export interface FailedImage {
	readonly id: string;
	readonly token: string;
	readonly failure: ImageFailure;
	readonly lastError: string;
	/** As with a completed image. */
	readonly callId?: string | null;
	readonly cost?: AttemptCost;
}

/**
 * Gives an image up, or only the try for another version of a stored one, and returns how it stood before. Null, and
 * nothing written, when the claim is no longer held.
 */
export async function failImage(db: Database, image: FailedImage): Promise<ClaimedImage | null> {
	const { id, token, failure, lastError, callId = null, cost = noCost } = image;
	const { rows } = await sql<ClaimedImage>`
		with held as (
			${heldUnder({ id, token, callId, cost })}
		), failed as (
			update generated_images as image set
				state = case when image.state = 'stored' then 'stored' else 'failed' end, redraw = false,
				failure = ${failure}, last_error = ${lastError},
				paid_calls = image.paid_calls + held.paid_calls,
				cost_micro_usd = image.cost_micro_usd + held.cost_micro_usd,
				cost_rest_nano_usd = image.cost_rest_nano_usd + held.cost_rest_nano_usd,
				estimated_micro_usd = image.estimated_micro_usd + held.estimated_micro_usd,
				claim_token = null, claimed_until = null, not_before = null,
				scratch_call_id = case when was_counted then null else image.scratch_call_id end
			from held where image.id = held.id
			returning held.state, held.redraw, held.was_counted
		)
		select state, redraw, was_counted from failed`.execute(db);
	return rows[0] ?? null;
}

export interface ImageRetry {
	readonly id: string;
	readonly token: string;
	/** No worker takes it before so many milliseconds have passed. */
	readonly delayMs: number;
	readonly lastError: string;
	/** False when the fault was not the image's own, as when the engine asked for a pause. Default true. */
	readonly countAttempt?: boolean;
	/** What the image failed at so far, this attempt included; unchanged when absent. */
	readonly tries?: FailureCounts;
	readonly cost?: AttemptCost;
}

/** Puts an image back to be tried later. False, and nothing written, when the claim is no longer held. */
export async function retryImageLater(db: Database, retry: ImageRetry): Promise<boolean> {
	const { id, token, delayMs, lastError, tries, countAttempt = true, cost = noCost } = retry;
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set((eb) => ({
			...unclaimed,
			notBefore: fromDatabaseNow(delayMs),
			lastError,
			...(tries === undefined ? {} : { tries: toJsonb(tries) }),
			attempts: countAttempt ? eb.ref('attempts') : eb('attempts', '-', 1),
			...addedCost(cost),
		}))
		.where('id', '=', id)
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const unclaimed = { claimToken: null, claimedUntil: null, notBefore: null } as const;
