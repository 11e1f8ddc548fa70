import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { failMerge, insertMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { lockedPage, type PermissionRow } from './permission-table-testing.ts';

/** The rows of merges and the gallery, which a page's lock is in front of. */
export const mergeRows = (getDatabase: () => Database): Readonly<Record<string, PermissionRow>> => ({
	'merge.missingUploads': { statuses: lockedPage, input: () => ({ hashes: ['0'.repeat(64)] }) },
	'merge.list': { statuses: lockedPage, input: () => ({}) },
	'merge.get': { statuses: lockedPage, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'merge.update': { statuses: lockedPage, input: ({ mergeId }) => ({ jobId: mergeId, collectionSymbol: 'ADX' }) },
	'merge.hide': { statuses: lockedPage, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'merge.show': { statuses: lockedPage, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'merge.deletion': { statuses: lockedPage, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'merge.delete': {
		statuses: lockedPage,
		input: async ({ userId }) => ({ jobId: await addFailedMerge(getDatabase(), userId) }),
	},
	'merge.gallery': { statuses: lockedPage },
	'merge.galleryCounts': { statuses: lockedPage },
	'merge.collection': { statuses: lockedPage, input: ({ mergeId }) => ({ collectionId: mergeId }) },
	'merge.tokens': { statuses: lockedPage, input: ({ mergeId }) => ({ collectionId: mergeId }) },
});

/** A merge that came to nothing, which may be deleted at once. */
async function addFailedMerge(db: Database, ownerId: string): Promise<string> {
	const options = { ...mergeOptionsSchema.parse({}), seed: 'seed' };
	const merge = { id: randomUUID(), ownerId, projectName: 'Failed', description: '', options, totalImages: 1 };
	const { id } = await insertMergeJob(db, { ...merge, createdAt: new Date() });
	await failMerge(db, id, { errorMessage: 'No.', completedAt: new Date() });
	return id;
}
