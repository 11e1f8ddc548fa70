import type { Database } from '@adx/db/client/database';
import { findImage } from '@adx/db/repositories/generation/generated-images';
import { updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { addPlannedJob } from '@adx/db/testing/rows-testing';
import { type OwnedRecords, type PermissionRow, readScope, writeScope } from './permission-table-testing.ts';

/** The rows of an image's versions; what deletes them is called with an image of its own. */
export const versionRows = (getDatabase: () => Database): Readonly<Record<string, PermissionRow>> => ({
	'generation.listVersions': { statuses: readScope, input: ({ imageId }) => ({ imageId }) },
	'generation.chooseVersion': { statuses: writeScope, input: ({ imageId }) => ({ imageId, version: 1 }) },
	'generation.versionsDeletion': { statuses: readScope, input: (records) => addTwoVersions(getDatabase(), records) },
	'generation.deleteVersions': { statuses: writeScope, input: (records) => addTwoVersions(getDatabase(), records) },
	'generation.deleteVersion': {
		statuses: writeScope,
		input: async (records) => ({ ...(await addTwoVersions(getDatabase(), records)), version: 1 }),
	},
});

/** An image that shows what the owner's other one does, with two versions of which the second is chosen. */
async function addTwoVersions(db: Database, { userId, imageId }: OwnedRecords): Promise<{ readonly imageId: string }> {
	const { blobSha256, preview512Sha256, preview200Sha256 } = (await findImage(db, 'all', imageId))!;
	const files = {
		blobSha256: blobSha256!,
		preview512Sha256: preview512Sha256!,
		preview200Sha256: preview200Sha256!,
	};
	const { job, images } = await addPlannedJob(db, userId, 1);
	await updateGenerationJob(db, job.id, { phase: 'done', status: 'completed' });
	const { id, imageSeed } = images[0]!;
	const stored = { state: 'stored', storedAt: new Date(), chosenVersion: 2, versionCount: 2, ...files } as const;
	await db.updateTable('generatedImages').set(stored).where('id', '=', id).execute();
	const versions = [1, 2].map((number) => ({ imageId: id, number, imageSeed, ...files }));
	await db.insertInto('imageVersions').values(versions).execute();
	return { imageId: id };
}
