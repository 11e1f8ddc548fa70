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

/** Stores pictures for a job; their blobs must be recorded before. */
export async function insertJobReferences(
	trx: DatabaseTransaction,
	references: readonly Insertable<JobReferencesTable>[],
): Promise<void> {
	if (references.length > 0) await trx.insertInto('jobReferences').values(references).execute();
}
