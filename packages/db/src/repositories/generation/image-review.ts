import type { ImageFailure, ImageMark } from '@adx/validators/generation/job-states';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { GeneratedImageRow, ImageVersionRow } from '../../schema/generation-tables.ts';

// Writers here lock images before their job, in the order in which finishing an image does.

/** Which images of a job are meant. */
export type SelectedImages = readonly string[] | 'rejected';

/** Images of a job that the choice names, which nobody else changes or mints until the transaction ends. */
export async function lockSelectedImages(
	trx: DatabaseTransaction,
	jobId: string,
	choice: SelectedImages,
): Promise<Pick<GeneratedImageRow, 'id' | 'locked' | 'redraw' | 'state' | 'blobSha256'>[]> {
	return trx
		.selectFrom('generatedImages')
		.select(['id', 'locked', 'redraw', 'state', 'blobSha256'])
		.where('jobId', '=', jobId)
		.$if(choice === 'rejected', (query) => query.where('mark', '=', 'rejected'))
		.$if(choice !== 'rejected', (query) =>
			query.where('id', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(choice)}))`),
		)
		.orderBy('id')
		.forNoKeyUpdate()
		.execute();
}

/**
 * Asks for another version of those that are not locked and of which none is asked for yet; what was tried before is
 * forgotten, except that a blocked prompt stays softened. Returns how many that is.
 */
export async function requestRegeneration(db: Database, ids: readonly string[]): Promise<number> {
	const { numAffectedRows } = await sql`
		update generated_images set
			redraw = true, attempts = 0, not_before = null, tries = ${keptTries},
			failure = case when state = 'stored' then null else failure end,
			last_error = case when state = 'stored' then null else last_error end
		where id in (select jsonb_array_elements_text(${toJsonb(ids)})) and not locked and not redraw`.execute(db);
	return Number(numAffectedRows ?? 0n);
}

const keptTries = sql`case when tries ? 'blocked' then '{"blocked": 1}'::jsonb else '{}'::jsonb end`;

/** Withdraws what `requestRegeneration` asked for, except what is in hand; returns how many that is. */
export async function withdrawRegeneration(
	db: Database,
	jobId: string,
	why: { readonly failure: ImageFailure; readonly lastError: string } | null,
): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ redraw: false, notBefore: null, ...(why ?? {}) })
		.where('jobId', '=', jobId)
		.where('redraw', '=', true)
		.where('claimToken', 'is', null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** How many images `reopenImages` opened again, and of how many. */
export interface ReopenedImages {
	readonly failed: number;
	readonly open: number;
}

/** Reopens every failed image of the job and lets the open ones start again, unless a worker holds them. */
export async function reopenImages(db: Database, jobId: string): Promise<ReopenedImages> {
	const { rows } = await sql<ReopenedImages>`
		with before as (
			select id, state from generated_images
			where job_id = ${jobId} and state in ('planned', 'failed') and claim_token is null and not redraw
			for update
		), reopened as (
			update generated_images as image set
				state = 'planned', attempts = 0, not_before = null, failure = null, last_error = null,
				tries = ${keptTries}
			from before where image.id = before.id
		)
		select
			count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'planned') as open
		from before`.execute(db);
	return rows[0] ?? { failed: 0, open: 0 };
}

/** Lets every open image be taken up at once, with a fresh count of the quota's refusals. */
export async function clearRetryDelays(db: Database, jobId: string): Promise<void> {
	await db
		.updateTable('generatedImages')
		.set({ notBefore: null, tries: sql`tries - 'day_quota' - 'throttle'` as never })
		.where('jobId', '=', jobId)
		.where((eb) => eb.or([eb('state', '=', 'planned'), eb('redraw', '=', true)]))
		.where('claimToken', 'is', null)
		.execute();
}

/** Changes what the owner thinks of an image. */
export async function updateImageReview(
	db: Database,
	id: string,
	change: { readonly locked: boolean } | { readonly mark: ImageMark | null },
): Promise<void> {
	await db.updateTable('generatedImages').set(change).where('id', '=', id).execute();
}

/** The same for several images of one job at once; returns how many of them it changed. */
export async function updateImageReviews(
	db: Database,
	jobId: string,
	ids: readonly string[],
	change: { readonly locked?: boolean | undefined; readonly mark?: ImageMark | null | undefined },
): Promise<number> {
	const { locked, mark } = change;
	const { numUpdatedRows } = await db
		.updateTable('generatedImages')
		.set({ ...(locked === undefined ? {} : { locked }), ...(mark === undefined ? {} : { mark }) })
		.where('jobId', '=', jobId)
		.where('id', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(ids)}))`)
		.where((eb) =>
			eb.or([
				...(locked === undefined ? [] : [eb('locked', '!=', locked)]),
				...(mark === undefined ? [] : [eb('mark', 'is distinct from', mark)]),
			]),
		)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Makes a version the one that is shown and downloaded, under a name that fits its type. */
export async function chooseImageVersion(
	db: Database,
	{ imageId, number, blobSha256, preview512Sha256, preview200Sha256, fingerprint }: ImageVersionRow,
	filename: string,
): Promise<void> {
	await db
		.updateTable('generatedImages')
		.set({ chosenVersion: number, blobSha256, preview512Sha256, preview200Sha256, fingerprint, filename })
		.where('id', '=', imageId)
		.execute();
}
