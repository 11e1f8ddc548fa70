import type { ImageFailure } from '@adx/validators/generation';
import { sql } from 'kysely';
import type { Database } from '../client.ts';
import { json } from '../json.ts';
import type { ImageState, ImageTries, ImageVersionRow } from '../schema.ts';

/** What one try cost; all 0 with an engine that is free. */
export interface TryCost {
	readonly paidCalls: number;
	/** Millionths of a USD. */
	readonly costMicroUsd: number;
}

const free: TryCost = { paidCalls: 0, costMicroUsd: 0 };

/** How an image stood when its claim ended. */
export interface HeldImage {
	readonly state: ImageState;
	/** Whether the claim was for another version of it. */
	readonly redraw: boolean;
}

/** A drawn image; its three blobs must be recorded before. */
export interface CompletedImage {
	readonly id: string;
	readonly token: string;
	readonly blobSha256: string;
	readonly preview512Sha256: string;
	readonly preview200Sha256: string;
	/** By which it was drawn; the planned one unless told. */
	readonly imageSeed?: string;
	/** Follows the type of the bytes; stays as it is unless told. */
	readonly filename?: string;
	readonly metadata?: Record<string, unknown>;
	readonly storedAt: Date;
	/** How a paid engine came by it. */
	readonly call?: Pick<ImageVersionRow, 'model' | 'prompt' | 'promptHash' | 'finishReason'>;
	readonly cost?: TryCost;
}

/**
 * Stores the result under its claim as the next version, which becomes the chosen one, and returns how the image stood
 * before. Null, and nothing written, when the claim is no longer held.
 */
export async function completeImage(db: Database, image: CompletedImage): Promise<HeldImage | null> {
	const { id, token, blobSha256, preview512Sha256, preview200Sha256, storedAt, cost = free } = image;
	const { call = { model: null, prompt: null, promptHash: null, finishReason: null } } = image;
	const { rows } = await sql<HeldImage>`
		with held as (
			select id, state, redraw from generated_images where id = ${id} and claim_token = ${token} for update
		), stored as (
			update generated_images as image set
				state = 'stored', redraw = false, mark = null, failure = null, last_error = null, tries = '{}',
				blob_sha256 = ${blobSha256}, preview512_sha256 = ${preview512Sha256},
				preview200_sha256 = ${preview200Sha256}, stored_at = ${storedAt},
				filename = coalesce(${image.filename ?? null}, image.filename),
				metadata = ${json(image.metadata ?? {})},
				chosen_version = image.version_count + 1, version_count = image.version_count + 1,
				paid_calls = image.paid_calls + ${cost.paidCalls},
				cost_micro_usd = image.cost_micro_usd + ${cost.costMicroUsd},
				claim_token = null, claimed_until = null, not_before = null
			from held where image.id = held.id
			returning image.*, held.state as held_state, held.redraw as held_redraw
		), version as (
			insert into image_versions (
				image_id, number, blob_sha256, preview512_sha256, preview200_sha256, image_seed, created_at,
				model, prompt, prompt_hash, finish_reason, paid_calls, cost_micro_usd
			)
			select
				id, version_count, blob_sha256, preview512_sha256, preview200_sha256,
				coalesce(${image.imageSeed ?? null}, image_seed), stored_at,
				${call.model}, ${call.prompt}, ${call.promptHash}, ${call.finishReason},
				paid_calls - (select coalesce(sum(paid_calls), 0) from image_versions where image_id = stored.id),
				cost_micro_usd - (select coalesce(sum(cost_micro_usd), 0) from image_versions where image_id = stored.id)
			from stored
		)
		select held_state as state, held_redraw as redraw from stored`.execute(db);
	return rows[0] ?? null;
}

export interface FailedImage {
	readonly id: string;
	readonly token: string;
	readonly failure: ImageFailure;
	readonly lastError: string;
	readonly cost?: TryCost;
}

/**
 * Gives an image up, or only the try for another version of a stored one, and returns how it stood before. Null, and
 * nothing written, when the claim is no longer held.
 */
export async function failImage(db: Database, image: FailedImage): Promise<HeldImage | null> {
	const { id, token, failure, lastError, cost = free } = image;
	const { rows } = await sql<HeldImage>`
		with held as (
			select id, state, redraw from generated_images where id = ${id} and claim_token = ${token} for update
		), failed as (
			update generated_images as image set
				state = case when image.state = 'stored' then 'stored' else 'failed' end, redraw = false,
				failure = ${failure}, last_error = ${lastError},
				paid_calls = image.paid_calls + ${cost.paidCalls},
				cost_micro_usd = image.cost_micro_usd + ${cost.costMicroUsd},
				claim_token = null, claimed_until = null, not_before = null
			from held where image.id = held.id
			returning held.state, held.redraw
		)
		select state, redraw from failed`.execute(db);
	return rows[0] ?? null;
}

export interface ImageRetry {
	readonly id: string;
	readonly token: string;
	/** Nobody takes it up before. */
	readonly notBefore: Date;
	readonly lastError: string;
	/** False when the fault was not the image's own, as when the engine asked for a pause. Default true. */
	readonly countAttempt?: boolean;
	/** What the image failed at so far, this try included; stays as it is unless told. */
	readonly tries?: ImageTries;
	readonly cost?: TryCost;
}

/** Puts an image back to be tried later. False, and nothing written, when the claim is no longer held. */
export async function retryImageLater(db: Database, retry: ImageRetry): Promise<boolean> {
	const { id, token, notBefore, lastError, tries, countAttempt = true, cost = free } = retry;
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set((eb) => ({
			...unclaimed,
			notBefore,
			lastError,
			...(tries === undefined ? {} : { tries: json(tries) }),
			attempts: countAttempt ? eb.ref('attempts') : eb('attempts', '-', 1),
			paidCalls: eb('paidCalls', '+', cost.paidCalls),
			costMicroUsd: eb('costMicroUsd', '+', cost.costMicroUsd),
		}))
		.where('id', '=', id)
		.where('claimToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const unclaimed = { claimToken: null, claimedUntil: null, notBefore: null } as const;
