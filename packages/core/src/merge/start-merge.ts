import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { findMergeJobByKey, insertMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { touchOwnedBlobs } from '@adx/db/repositories/uploads/owner-blobs';
import type { StartedMerge, StartMergeInput } from '@adx/validators/merge';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { randomSeed } from '../platform/ids.ts';
import { findRepeated, hashRequest, requireSameRequest } from '../platform/jobs/idempotency.ts';
import { enqueue, wakeUp } from '../platform/jobs/outbox.ts';
import { requireWritableStorage } from '../platform/storage/free-space.ts';
import { getMerge } from './get-merge.ts';

/**
 * Stores the merge with its collections in one transaction, then wakes a worker, which reads the uploaded lists and
 * checks what they name. The same Idempotency-Key with the same body answers with the first merge; with another body it
 * is refused (422), as is a list that the caller did not upload.
 */
export async function startMerge(ctx: RequestContext, input: StartMergeInput): Promise<StartedMerge> {
	const { userId } = requireActor(ctx);
	const requestHash = hashRequest(input);
	const repeated = await findRepeated(ctx, requestHash, (key) => findMergeJobByKey(ctx.db, userId, key));
	if (repeated !== null) return answer(ctx, repeated.id);
	await transact(ctx.db, (trx) => checkManifests(ctx, trx, input, ctx.clock()));
	await requireWritableStorage(ctx);
	const jobId = await store(ctx, input, requestHash);
	await wakeUp(ctx, jobId, enqueue(ctx, 'merge', jobId));
	return answer(ctx, jobId);
}

async function answer(ctx: RequestContext, jobId: string): Promise<StartedMerge> {
	return { jobId, job: await getMerge(ctx, { jobId, scope: 'own' }) };
}

async function checkManifests(
	ctx: RequestContext,
	trx: DatabaseTransaction,
	{ inputCollections }: StartMergeInput,
	now: Date,
): Promise<void> {
	const { userId } = requireActor(ctx);
	const hashes = new Set(inputCollections.map(({ manifest }) => manifest));
	const owned = await touchOwnedBlobs(trx, userId, [...hashes], { now, knownSince: now });
	const missing = inputCollections.find(({ manifest }) => !owned.has(manifest));
	if (missing === undefined) return;
	const message = `The list of images of '${missing.name}' has not been uploaded. Add the collection again.`;
	throw new AppError('MISMATCH', { reason: 'upload_missing', message });
}

/** Returns the id of the merge that holds this order: the new one, or the one a simultaneous repeat stored first. */
async function store(ctx: RequestContext, input: StartMergeInput, requestHash: string): Promise<string> {
	const { userId } = requireActor(ctx);
	const { projectName, description, inputCollections, options, hidden = false, leftOut = {} } = input;
	const id = randomUUID();
	const createdAt = ctx.clock();
	return transact(ctx.db, async (trx) => {
		const winner = await insertMergeJob(trx, {
			id,
			ownerId: userId,
			projectName,
			description,
			options: { ...options, seed: options.seed ?? randomSeed() },
			// Its listing begins with what the merge writes.
			collectionSymbol: options.metadata?.symbol ?? null,
			royaltyPercentage: options.metadata?.royaltyPercentage ?? 0,
			hidden,
			totalImages: inputCollections.reduce((sum, { imageCount }) => sum + imageCount, 0),
			leftOut,
			...(ctx.idempotencyKey === null ? {} : { idempotencyKey: ctx.idempotencyKey }),
			requestHash,
			createdAt,
		});
		if (winner.id !== id) return requireSameRequest(winner, requestHash).id;
		// Once more: a cleanup that took the lists meanwhile was waited for, and later ones see the merge. Used no later than
		// the merge was started, they are freed with it.
		await checkManifests(ctx, trx, input, createdAt);
		await insertMergeInputs(
			trx,
			inputCollections.map(({ id: clientId, manifest, uploadedAt, ...collection }, position) => ({
				mergeJobId: id,
				position,
				clientId,
				...collection,
				uploadedAt: new Date(uploadedAt),
				manifestSha256: manifest,
			})),
		);
		return id;
	});
}
