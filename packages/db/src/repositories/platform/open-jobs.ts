import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';

export const openJobSubjects = ['generation', 'merge', 'attributes', 'deletion'] as const;

/** Jobs of one subject in one phase. */
export interface OpenJobs {
	readonly subject: (typeof openJobSubjects)[number];
	readonly phase: string;
	readonly count: number;
	/** When the oldest of them was ordered. */
	readonly oldestAt: Date;
}

/** The jobs that a worker has to go on with, of everybody, by phase; phases without any are absent. */
export async function listOpenJobs(db: Database): Promise<OpenJobs[]> {
	// Conditions as in the indexes of what workers look for, so that what has ended costs nothing.
	const { rows } = await sql<OpenJobs>`
		select 'generation' as subject, phase, count(*)::int as count, min(created_at) as oldest_at
		from generation_jobs where phase in ('queued', 'running') or redraws > 0 group by phase
		union all
		select 'merge', phase, count(*)::int, min(created_at) from merge_jobs where status = 'processing' group by phase
		union all
		select 'deletion', kind, count(*)::int, min(created_at) from deletions group by kind
		union all
		select 'attributes', status, count(*)::int, min(created_at)
		from attribute_jobs where status in ('pending', 'processing') group by status`.execute(db);
	return rows;
}
