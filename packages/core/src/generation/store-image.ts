import { insertBlob, insertOwnerBlob } from '@adx/db/repositories/blobs';
import { completeImage } from '@adx/db/repositories/generated-images';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema';
import type { Services } from '../context.ts';
import type { EncodedImage, EngineImage } from '../engines/types.ts';
import { finishImage } from './finish-image.ts';

/**
 * Puts the files into storage and then, in one transaction and only under the claim's token, the row.
 * Whoever lost the claim meanwhile changes nothing; the files they wrote are the same or unreferenced.
 */
export async function storeImage(
	services: Services,
	options: {
		readonly job: GenerationJobRow;
		readonly row: GeneratedImageRow;
		readonly token: string;
		readonly image: EngineImage;
	},
): Promise<void> {
	const { db, clock } = services;
	const { job, row, token, image } = options;
	if (image.previews === null) throw new TypeError('An image is stored with its previews.');
	const [full, preview512, preview200] = await Promise.all([
		putFile(services, image.full),
		putFile(services, image.previews.px512),
		putFile(services, image.previews.px200),
	]);
	await db.transaction().execute(async (trx) => {
		const createdAt = clock();
		// In one order everywhere, so that transactions which store the same bytes never wait in a circle.
		const files = [full, preview512, preview200].sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
		for (const file of files) await insertBlob(trx, { ...file, createdAt });
		const isOurs = await completeImage(trx, {
			id: row.id,
			token,
			blobSha256: full.sha256,
			preview512Sha256: preview512.sha256,
			preview200Sha256: preview200.sha256,
			storedAt: createdAt,
		});
		if (!isOurs) return;
		// A Discord sign-in may have given the job to another owner since the worker read it.
		const { ownerId } = await finishImage(trx, job.id, { outcome: 'stored', now: createdAt });
		await insertOwnerBlob(trx, { ownerId, sha256: full.sha256 });
	});
}

async function putFile({ storage }: Services, { bytes, mime, width, height }: EncodedImage) {
	return { ...(await storage.put(bytes)), mime, width, height };
}
