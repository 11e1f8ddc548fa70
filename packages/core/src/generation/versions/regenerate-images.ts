import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { lockUsers } from '@adx/db/repositories/auth/users';
import { listDamagedImages } from '@adx/db/repositories/generation/damaged-images';
import {
	lockSelectedImages,
	requestRegeneration,
	type SelectedImages,
} from '@adx/db/repositories/generation/image-review';
import { addPendingRegenerations, setJobKey } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { type EngineName, engines, makesVariations } from '@adx/validators/engines/engines';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import type { RegenerateImageInput, RegenerateImagesInput } from '@adx/validators/generation/job-control';
import { isFixedPicture, isRegenerable } from '@adx/validators/generation/job-counts';
import { consumeSessionImages } from '../../auth/emergency/consume-session-images.ts';
import { imageFrozen } from '../../mint/present-mint.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireWritableStorage } from '../../platform/storage/free-space.ts';
import { recheckObject } from '../../platform/storage/integrity/damage.ts';
import { enqueueAgain, getNextKey, jobCancelling, jobPaused, lockOwnJob } from '../control/control-job.ts';
import { getGeneration, readFreedom, requireJob, tellsDamage } from '../queries/generations.ts';
import { consumeDailyImages } from '../start/daily-images.ts';
import { getImage, requireOwnImage } from './require-image.ts';

/**
 * Asks for another version of images of one job, those that are locked or minted left out; what never succeeded is tried again.
 * The job's state stays as it is. Counts against the caller's limits like an order. 409 `image_locked` when all of
 * them are locked, `already_minted` or `mint_under_way` when a token shows or may come to show the rest, `nothing_to_retry` when none is meant; images of which a version is being made already stay so.
 * With `ifDamaged` only those are meant whose stored picture is missing or damaged when it is read now, the forge's left out.
 * Where an engine would make the very same pictures, as of own layers, those that are stored whole are left out as well, and
 * 409 `same_picture` says so when no others are meant.
 */
export async function regenerateImages(ctx: RequestContext, input: RegenerateImagesInput): Promise<GenerationJob> {
	const job = await requireJob(ctx, { jobId: input.jobId, scope: 'own' });
	await regenerate(ctx, job, input);
	return getGeneration(ctx, { jobId: job.id, scope: 'own' });
}

/** The same for the verb about one image, which has found the caller's job already. */
export async function regenerate(
	ctx: RequestContext,
	job: Pick<GenerationJobRow, 'id' | 'engine' | 'phase'>,
	{ imageIds, ifDamaged = false, ...given }: Omit<RegenerateImagesInput, 'jobId'>,
): Promise<void> {
	await requireWritableStorage(ctx);
	if (ifDamaged || !makesVariations(job.engine)) await recheckImages(ctx, job, imageIds);
	const actor = requireActor(ctx);
	await transact(ctx.db, async (trx) => {
		// First, as with an order, so that of two calls about the same images the second finds them asked for.
		await lockUsers(trx, [actor.userId], 'no key update');
		const ids = await listRegenerable(trx, job, imageIds, ifDamaged);
		if (ids.length > 0) {
			await consumeSessionImages(trx, actor, ids.length);
			await consumeDailyImages(trx, ctx, ids.length);
		}
		const asked = await requestRegeneration(trx, ids);
		const locked = await lockOwnJob(trx, ctx, job.id);
		if (locked.phase === 'paused') throw jobPaused();
		if (locked.phase === 'cancelling') throw jobCancelling();
		const key = getNextKey(ctx, locked, given);
		if (key !== null) await setJobKey(trx, job.id, key);
		if (asked > 0) await addPendingRegenerations(trx, job.id, asked);
	});
	await enqueueAgain(ctx, job);
}

/** Reads the files of images that are marked as damaged once more: what came back, as from a backup, loses its mark. */
async function recheckImages(
	ctx: RequestContext,
	{ id }: Pick<GenerationJobRow, 'id'>,
	choice: SelectedImages,
): Promise<void> {
	const chosen = choice === 'rejected' ? null : new Set(choice);
	for (const image of await listDamagedImages(ctx.db, id)) {
		ctx.gone?.throwIfAborted();
		if (chosen?.has(image.id) !== false) await recheckObject(ctx, image);
	}
}

async function listRegenerable(
	trx: DatabaseTransaction,
	job: Pick<GenerationJobRow, 'id' | 'engine' | 'phase'>,
	choice: SelectedImages,
	ifDamaged: boolean,
): Promise<string[]> {
	const selected = await lockSelectedImages(trx, job.id, choice);
	if (choice !== 'rejected' && selected.length < new Set(choice).size) throw notFound('image');
	if (selected.length === 0) throw nothingToRetry('None of the images is rejected.');
	const described = await readFreedom(trx, selected);
	const lost = ifDamaged ? described.filter(({ isDamaged }) => isDamaged && tellsDamage(job.engine)) : described;
	if (lost.length === 0)
		throw nothingToRetry('The stored pictures are intact again, so nothing has to be regenerated.');
	const images = lost.filter((image) => !isFixedPicture(job, image));
	if (images.length === 0) throw samePicture(lost.length, job.engine);
	if (images.every(({ locked }) => locked)) {
		const message = images.length === 1 ? 'This image is locked. Unlock it first.' : 'All of these images are locked.';
		throw new AppError('CONFLICT', { reason: 'image_locked', message });
	}
	if (images.every(({ locked, frozen }) => locked || frozen !== null))
		throw imageFrozen(images.map(({ frozen }) => frozen).find((reason) => reason !== null)!);
	// What is drawn anyway was counted when it was ordered.
	return images.filter((image) => isRegenerable(job, image)).map((image) => image.id);
}

const nothingToRetry = (message: string) => new AppError('CONFLICT', { reason: 'nothing_to_retry', message });

function samePicture(images: number, engine: EngineName): AppError {
	const { inText } = engines[engine];
	const message =
		images === 1
			? `Made again of ${inText}, this would be the very same picture. Change the layers or the plan and order again for another one.`
			: `Made again of ${inText}, these would be the very same pictures. Change the layers or the plan and order again for others.`;
	return new AppError('CONFLICT', { reason: 'same_picture', message });
}

/** Asks for another version of one image, as `regenerateImages` does for many, and answers the image. */
export async function regenerateImage(ctx: RequestContext, input: RegenerateImageInput): Promise<GeneratedImage> {
	const { id, jobId } = await requireOwnImage(ctx, input.imageId);
	const job = await requireJob(ctx, { jobId, scope: 'own' });
	await regenerate(ctx, job, { ...input, imageIds: [id] });
	return getImage(ctx, id);
}
