import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { lockUsers } from '@adx/db/repositories/auth/users';
import {
	type ImageSelection,
	lockSelectedImages,
	requestRegeneration,
} from '@adx/db/repositories/generation/image-review';
import { addPendingRegenerations, setJobKey } from '@adx/db/repositories/generation/job-phases';
import { listMintsOfImages } from '@adx/db/repositories/mint/minted-tokens';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { GeneratedImage, GenerationJob } from '@adx/validators/generation';
import type { RegenerateImageInput, RegenerateImagesInput } from '@adx/validators/job-control';
import { consumeSessionImages } from '../../auth/emergency/take-session-images.ts';
import { findFreeze, imageFrozen } from '../../mint/present-token.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { checkFreeSpace } from '../../platform/storage/free-space.ts';
import { enqueueAgain, getNextKey, jobCancelling, jobPaused, lockOwnJob } from '../control/control-job.ts';
import { getGeneration, requireJob } from '../queries/generations.ts';
import { consumeDailyImages } from '../start/take-daily-images.ts';
import { getImage, requireOwnImage } from './find-image.ts';

/**
 * Asks for another version of images of one job, those that are locked or minted left out; what never succeeded is tried again.
 * The job's state stays as it is. Counts against the caller's limits like an order. 409 `image_locked` when all of
 * them are locked, `already_minted` or `mint_under_way` when a token shows or may come to show the rest, `nothing_to_retry` when none is meant; images of which a version is being made already stay so.
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
	{ imageIds, geminiApiKey }: Pick<RegenerateImagesInput, 'imageIds' | 'geminiApiKey'>,
): Promise<void> {
	await checkFreeSpace(ctx);
	const actor = requireActor(ctx);
	await transact(ctx.db, async (trx) => {
		// First, as with an order, so that of two calls about the same images the second finds them asked for.
		await lockUsers(trx, [actor.userId], 'no key update');
		const ids = await listRegenerable(trx, job, imageIds);
		if (ids.length > 0) {
			await consumeSessionImages(trx, actor, ids.length);
			await consumeDailyImages(trx, ctx, ids.length);
		}
		const asked = await requestRegeneration(trx, ids);
		const locked = await lockOwnJob(trx, ctx, job.id);
		if (locked.phase === 'paused') throw jobPaused();
		if (locked.phase === 'cancelling') throw jobCancelling();
		const key = getNextKey(ctx, locked, geminiApiKey);
		if (key !== null) await setJobKey(trx, job.id, key);
		if (asked > 0) await addPendingRegenerations(trx, job.id, asked);
	});
	await enqueueAgain(ctx, job);
}

async function listRegenerable(
	trx: DatabaseTransaction,
	{ id, phase }: Pick<GenerationJobRow, 'id' | 'phase'>,
	choice: ImageSelection,
): Promise<string[]> {
	const images = await lockSelectedImages(trx, id, choice);
	if (choice !== 'rejected' && images.length < new Set(choice).size) throw notFound('image');
	if (images.length === 0) {
		throw new AppError('CONFLICT', { reason: 'nothing_to_retry', message: 'None of the images is rejected.' });
	}
	if (images.every(({ locked }) => locked)) {
		const message = images.length === 1 ? 'This image is locked. Unlock it first.' : 'All of these images are locked.';
		throw new AppError('CONFLICT', { reason: 'image_locked', message });
	}
	const mints = Map.groupBy(
		await listMintsOfImages(
			trx,
			images.map((image) => image.id),
		),
		({ imageId }) => imageId,
	);
	const freezeOf = (image: { readonly id: string }) => findFreeze(mints.get(image.id) ?? []);
	const open = images.filter((image) => !image.locked && freezeOf(image) === null);
	if (open.length === 0) throw imageFrozen(images.map(freezeOf).find((reason) => reason !== null)!);
	const isRunning = phase === 'queued' || phase === 'running';
	// What is still open there is drawn anyway, and was counted when it was ordered.
	const isDue = ({ state, redraw }: (typeof images)[number]) => redraw || (isRunning && state === 'planned');
	return open.filter((image) => !isDue(image)).map((image) => image.id);
}

/** Asks for another version of one image, as `regenerateImages` does for many, and answers the image. */
export async function regenerateImage(ctx: RequestContext, input: RegenerateImageInput): Promise<GeneratedImage> {
	const { id, jobId } = await requireOwnImage(ctx, input.imageId);
	const job = await requireJob(ctx, { jobId, scope: 'own' });
	await regenerate(ctx, job, { imageIds: [id], geminiApiKey: input.geminiApiKey });
	return getImage(ctx, id);
}
