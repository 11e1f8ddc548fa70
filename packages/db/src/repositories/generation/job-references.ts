import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { JobReferenceRow, JobReferencesTable } from '../../schema/generation-tables.ts';

/** The pictures that go with a job's calls, the most important first. */
export const listJobReferences = (db: Database, jobId: string): Promise<JobReferenceRow[]> =>
	listReferencesOfJobs(db, [jobId]);

/** Those of several jobs, in the same order within each. */
export async function listReferencesOfJobs(db: Database, jobIds: readonly string[]): Promise<JobReferenceRow[]> {
	if (jobIds.length === 0) return [];
	return db
		.selectFrom('jobReferences')
		.selectAll()
		.where('jobId', 'in', jobIds)
		.orderBy('jobId')
		.orderBy('place')
		.execute();
}

/** Takes all of them from a locked job; what they refer to is swept up once nothing else does. */
export async function deleteJobReferences(trx: DatabaseTransaction, jobId: string): Promise<void> {
	await trx.deleteFrom('jobReferences').where('jobId', '=', jobId).execute();
}

/** Changes how much images take from the references; readers see another version of the job. */
export async function setStyleLock(trx: DatabaseTransaction, jobId: string, styleLock: boolean): Promise<void> {
	await trx
		.updateTable('generationJobs')
		.set((eb) => ({ styleLock, version: eb('version', '+', 1) }))
		.where('id', '=', jobId)
		.execute();
}

/** Stores pictures for a job; their blobs must be recorded before. */
export async function insertJobReferences(
	trx: DatabaseTransaction,
	references: readonly Insertable<JobReferencesTable>[],
): Promise<void> {
	if (references.length > 0) await trx.insertInto('jobReferences').values(references).execute();
}
