import type { Database } from '../client.ts';
import type { BlobRow } from '../schema.ts';

/** What is recorded about the picture of each token, by token number. */
export async function listMergedImageSizes(
	db: Database,
	mergeJobId: string,
): Promise<Pick<BlobRow, 'mime' | 'width' | 'height'>[]> {
	return db
		.selectFrom('mergedImages')
		.innerJoin('blobs', 'blobs.sha256', 'mergedImages.blobSha256')
		.select(['blobs.mime', 'blobs.width', 'blobs.height'])
		.where('mergedImages.mergeJobId', '=', mergeJobId)
		.orderBy('mergedImages.tokenNumber')
		.execute();
}
