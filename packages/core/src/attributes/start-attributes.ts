import { randomUUID } from 'node:crypto';
import { checkAttributeWeights } from '@adx/collection/attributes/attribute-columns';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { findAttributeJobByKey, insertAttributeJob } from '@adx/db/repositories/attributes/attribute-jobs';
import { lockUsers } from '@adx/db/repositories/auth/users';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { touchOwnedBlobs } from '@adx/db/repositories/uploads/owner-blobs';
import type { AttributesRequest, StartedAttributes } from '@adx/validators/attributes';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { randomSeed } from '../platform/ids.ts';
import { findRepeated, hashRequest, requireSameRequest } from '../platform/jobs/idempotency.ts';
import { enqueue, wakeUp } from '../platform/jobs/outbox.ts';
import { isStorageFull } from '../platform/storage/circuit-breaker.ts';
import { requireWritableStorage } from '../platform/storage/free-space.ts';
import type { StoredObject } from '../platform/storage/types.ts';
import { getAttributes } from './get-attributes.ts';
import { type ParsedRequest, toParsedRequest } from './parse-request.ts';

/**
 * Stores an attribute job, then wakes a worker, which makes the trait sets and their archive. The same
 * Idempotency-Key with the same order answers with the first job; with another order it is refused (422), as is a list
 * that the caller did not upload. 400 for weights that leave a trait no value.
 */
export function startAttributes(ctx: RequestContext, order: AttributesRequest): Promise<StartedAttributes> {
	return startParsedRequest(ctx, toParsedRequest(order));
}

/** The same for an order whose lists are a document already. */
export async function startParsedRequest(ctx: RequestContext, order: ParsedRequest): Promise<StartedAttributes> {
	const { userId } = requireActor(ctx);
	const { options, folder } = order;
	const requestHash = hashRequest({ options, folder: folder?.sha256 ?? null });
	const repeated = await findRepeated(ctx, requestHash, (key) => findAttributeJobByKey(ctx.db, userId, key));
	if (repeated !== null) return answer(ctx, repeated.id);
	checkWeights(options);
	await requireWritableStorage(ctx);
	if (folder !== null && folder.bytes === null) {
		await transact(ctx.db, (trx) => checkUploaded(ctx, trx, folder.sha256));
	}
	const id = await store(ctx, order, requestHash);
	await wakeUp(ctx, id, enqueue(ctx, 'attributes', id));
	return answer(ctx, id);
}

async function answer(ctx: RequestContext, id: string): Promise<StartedAttributes> {
	return { success: true, job: await getAttributes(ctx, { id }), error: null };
}

function checkWeights({ weights }: ParsedRequest['options']): void {
	try {
		checkAttributeWeights(weights);
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		const { message } = error;
		throw new AppError('INVALID', { reason: 'plan_impossible', message, meta: { fields: { weights: message } } });
	}
}

async function checkUploaded(ctx: RequestContext, trx: DatabaseTransaction, sha256: string): Promise<void> {
	const { userId } = requireActor(ctx);
	const now = ctx.clock();
	const owned = await touchOwnedBlobs(trx, userId, [sha256], { now, knownSince: now });
	if (owned.has(sha256)) return;
	const message = 'The list of this folder has not been uploaded. Send it again.';
	throw new AppError('MISMATCH', { reason: 'upload_missing', message });
}

/** Returns the id of the job that holds this order: the new one, or the one a simultaneous repeat stored first. */
async function store(ctx: RequestContext, { options, folder }: ParsedRequest, requestHash: string): Promise<string> {
	const { userId } = requireActor(ctx);
	const { projectName = '', seed, ...rest } = options;
	const id = randomUUID();
	const now = ctx.clock();
	const stored = folder?.bytes ? await storeFolder(ctx, folder.bytes) : null;
	return transact(ctx.db, async (trx) => {
		if (stored !== null) {
			const facts = { mime: 'application/octet-stream', width: null, height: null, createdAt: now };
			await insertBlob(trx, { ...stored, ...facts });
		} else if (folder !== null) {
			// Once more: a cleanup that takes the list meanwhile is waited for, or waits.
			await lockUsers(trx, [userId], 'no key update');
			await checkUploaded(ctx, trx, folder.sha256);
		}
		const winner = await insertAttributeJob(trx, {
			id,
			ownerId: userId,
			projectName,
			options: { ...rest, seed: seed ?? randomSeed() },
			folderSha256: folder?.sha256 ?? null,
			// A user who waits for it sees it running at once; a worker takes it within moments.
			status: 'processing',
			totalImages: options.folderSize,
			...(ctx.idempotencyKey === null ? {} : { idempotencyKey: ctx.idempotencyKey }),
			requestHash,
			createdAt: now,
		});
		return winner.id === id ? id : requireSameRequest(winner, requestHash).id;
	});
}

async function storeFolder({ storage }: RequestContext, bytes: Uint8Array): Promise<StoredObject> {
	return storage.put(bytes).catch((error: unknown) => {
		if (!isStorageFull(error)) throw error;
		const message = 'The disk of this installation is full. Free some space, then start again.';
		throw new AppError('STORAGE_FULL', { reason: 'storage_full', message });
	});
}
