import { imageFileName } from '@adx/collection/metadata/metadata';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { isConnectionError } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import {
	type AttemptCost,
	type CompletedImage,
	completeImage,
	noCost,
} from '@adx/db/repositories/generation/image-results';
import { deleteOpenCall } from '@adx/db/repositories/generation/open-calls';
import { insertBlobs, insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import type { EncodedImage, EngineImage } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { isStorageFull, recordStorageFailure, recordStorageSuccess } from '../../platform/storage/circuit-breaker.ts';
import type { StoredObject } from '../../platform/storage/types.ts';
import { fingerprintImage } from '../references/fingerprint-image.ts';
import { getUncountedCost } from '../remote/open-calls.ts';
import { finishAttempt } from './finish-attempt.ts';

/** A picture and the claimed row it was made for. */
export interface GeneratedResult {
	readonly row: Pick<GeneratedImageRow, 'id' | 'jobId' | 'tokenNumber'>;
	readonly token: string;
	readonly image: EngineImage;
	/** The seed by which it was generated. */
	readonly imageSeed: string;
	/** The call that it came from. */
	readonly callId?: string;
}

/** Storage took no bytes, so that nothing was recorded either. */
export class StorageRejectedError extends Error {
	override readonly name = 'StorageRejectedError';

	/** @param cause what storage said */
	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

/** What is recorded of an image's three files. */
export type StoredFiles = Pick<CompletedImage, 'blobSha256' | 'preview512Sha256' | 'preview200Sha256' | 'fingerprint'>;

/**
 * Puts the files into storage and then, in one transaction and only under the claim's token, the row and its new
 * version. Without the claim nothing is changed, and the files are the same as others' or unreferenced; `late` may do
 * what is to be done then, in the same transaction and with what is not counted of its cost, and answers whether it got the claim. May be repeated after any
 * failure. Rejects with a StorageRejectedError when it was storage that failed.
 */
export async function storeImage(
	services: Services,
	drawn: GeneratedResult,
	late: (trx: DatabaseTransaction, files: StoredFiles, cost: AttemptCost) => Promise<boolean> = async () => false,
): Promise<void> {
	const { db, clock } = services;
	const { row, token, image, imageSeed, callId } = drawn;
	const [full, preview512, preview200] = await putFiles(services, image);
	const { call, forgeVersion } = image;
	const files = {
		blobSha256: full.sha256,
		preview512Sha256: preview512.sha256,
		preview200Sha256: preview200.sha256,
		// The forge's are what their seed makes of them.
		fingerprint: call === undefined ? null : await fingerprintImage(image.previews?.px200.bytes ?? image.full.bytes),
	};
	const job = await transact(db, async (trx) => {
		const createdAt = clock();
		const blobs = [full, preview512, preview200].map((blob) => ({ ...blob, createdAt }));
		await insertBlobs(trx, blobs);
		const uncounted = await getUncountedCost(trx, { callId }, call ?? null);
		const completed = {
			id: row.id,
			token,
			...files,
			imageSeed,
			...(forgeVersion === undefined ? {} : { forgeVersion }),
			filename: imageFileName(row.tokenNumber, image.full.mime),
			storedAt: createdAt,
			...(call === undefined ? {} : { call }),
			callId: callId ?? null,
			cost: uncounted,
		};
		let held = await completeImage(trx, completed);
		if (held === null && (await late(trx, files, uncounted))) held = await completeImage(trx, completed);
		if (callId !== undefined) await deleteOpenCall(trx, callId);
		if (held === null) return null;
		const cost = held.wasCounted ? noCost : uncounted;
		// A Discord sign-in may have given the job to another owner since the worker read it.
		const finished = await finishAttempt(trx, row.jobId, { held, failure: null, cost, now: createdAt });
		await insertOwnerBlob(trx, { ownerId: finished.ownerId, sha256: full.sha256 });
		return finished;
	}).catch((error: unknown) => {
		// The database's own disk, which is as good as full storage.
		if (isStorageFull(error)) recordStorageFailure(services, error);
		throw error;
	});
	if (job !== null) services.metrics.images.inc({ engine: job.engine, result: 'stored' });
}

type StoredFile = StoredObject & Omit<EncodedImage, 'bytes'>;

async function putFiles(services: Services, image: EngineImage): Promise<[StoredFile, StoredFile, StoredFile]> {
	if (image.previews === null) throw new TypeError('An image is stored with its previews.');
	const put = async ({ bytes, ...facts }: EncodedImage) => ({ ...(await services.storage.put(bytes)), ...facts });
	try {
		const { px512, px200 } = image.previews;
		const files = await Promise.all([put(image.full), put(px512), put(px200)]);
		recordStorageSuccess(services);
		return files;
	} catch (error) {
		// An object store writes down in the database what it stores.
		if (isConnectionError(error)) throw error;
		recordStorageFailure(services, error);
		throw new StorageRejectedError(error);
	}
}
