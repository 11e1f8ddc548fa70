import { imageFileName } from '@adx/collection/metadata';
import { insertBlob, insertOwnerBlob } from '@adx/db/repositories/blobs';
import { completeImage } from '@adx/db/repositories/generated-image-results';
import type { GeneratedImageRow } from '@adx/db/schema';
import { transact } from '@adx/db/transact';
import type { Services } from '../context.ts';
import type { EncodedImage, EngineImage } from '../engines/types.ts';
import { costOf } from './call-cost.ts';
import { finishTry } from './finish-try.ts';

/** A picture and the claimed row it was made for. */
export interface DrawnImage {
	readonly row: GeneratedImageRow;
	readonly token: string;
	readonly image: EngineImage;
	/** By which it was drawn. */
	readonly imageSeed: string;
}

/**
 * Puts the files into storage and then, in one transaction and only under the claim's token, the row and its new
 * version. Whoever lost the claim meanwhile changes nothing; the files they wrote are the same or unreferenced. May be
 * repeated after any failure.
 */
export async function storeImage(services: Services, drawn: DrawnImage): Promise<void> {
	const { db, clock } = services;
	const { row, token, image, imageSeed } = drawn;
	if (image.previews === null) throw new TypeError('An image is stored with its previews.');
	const [full, preview512, preview200] = await Promise.all([
		putFile(services, image.full),
		putFile(services, image.previews.px512),
		putFile(services, image.previews.px200),
	]);
	const { call } = image;
	const cost = costOf(call);
	await transact(db, async (trx) => {
		const createdAt = clock();
		// In one order everywhere, so that transactions which store the same bytes never wait in a circle.
		const files = [full, preview512, preview200].sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
		for (const file of files) await insertBlob(trx, { ...file, createdAt });
		const held = await completeImage(trx, {
			id: row.id,
			token,
			blobSha256: full.sha256,
			preview512Sha256: preview512.sha256,
			preview200Sha256: preview200.sha256,
			imageSeed,
			filename: imageFileName(row.tokenNumber, image.full.mime),
			storedAt: createdAt,
			...(call === undefined ? {} : { call }),
			cost,
		});
		if (held === null) return;
		// A Discord sign-in may have given the job to another owner since the worker read it.
		const { ownerId } = await finishTry(trx, row.jobId, { held, failure: null, cost, now: createdAt });
		await insertOwnerBlob(trx, { ownerId, sha256: full.sha256 });
	});
}

async function putFile({ storage }: Services, { bytes, mime, width, height }: EncodedImage) {
	return { ...(await storage.put(bytes)), mime, width, height };
}

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether the medium is full: as the disk, its quota or PostgreSQL (53100) say. */
export const isStorageFull = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && fullCodes.includes(error.code);
