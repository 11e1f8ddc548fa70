import type { Database } from '../../client/database.ts';
import type { BlobRow } from '../../schema/database-schema.ts';

/** What is recorded about the picture of each token from `first` to `last`, both included, by token number. */
export async function listMergedImageSizes(
	db: Database,
	mergeJobId: string,
	{ first, last }: { readonly first: number; readonly last: number },
): Promise<Pick<BlobRow, 'mime' | 'width' | 'height'>[]> {
	return db
		.selectFrom('mergedImages')
		.innerJoin('blobs', 'blobs.sha256', 'mergedImages.blobSha256')
		.select(['blobs.mime', 'blobs.width', 'blobs.height'])
		.where('mergedImages.mergeJobId', '=', mergeJobId)
		.where('mergedImages.tokenNumber', '>=', first)
		.where('mergedImages.tokenNumber', '<=', last)
		.orderBy('mergedImages.tokenNumber')
		.execute();
}
