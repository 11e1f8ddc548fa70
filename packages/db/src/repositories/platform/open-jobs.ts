import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../client/database.ts';

/** Jobs in one phase. */
interface OpenPhase {
	readonly phase: string;
	readonly count: number;
	/** When the oldest of them was ordered. */
	readonly oldestAt: Date;
}

/** What a worker has to go on with, by subject. Conditions as in what workers look for, so that what has ended costs nothing. */
export const openJobQueries = {
	generation: sql<OpenPhase>`
		select phase, count(*)::int as count, min(created_at) as oldest_at
		from generation_jobs where phase in ('queued', 'running') or redraws > 0 group by phase`,
	merge: sql<OpenPhase>`
		select phase, count(*)::int as count, min(created_at) as oldest_at
		from merge_jobs where status = 'processing' group by phase`,
	deletion: sql<OpenPhase>`
		select kind as phase, count(*)::int as count, min(created_at) as oldest_at from deletions group by kind`,
	attributes: sql<OpenPhase>`
		select status as phase, count(*)::int as count, min(created_at) as oldest_at
		from attribute_jobs where status in ('pending', 'processing') group by status`,
	sale: sql<OpenPhase>`
		select phase, count(*)::int as count, min(coalesce(preparing_since, created_at)) as oldest_at
		from sales where phase = 'preparing' group by phase`,
	// A process of an older version notes no start.
	reveal: sql<OpenPhase>`
		select reveal.phase, count(*)::int as count,
			min(coalesce(reveal.preparing_since, reveal.drawn_at, sale.created_at)) as oldest_at
		from sale_reveals reveal join sales sale on sale.id = reveal.sale_id
		where reveal.phase <> 'revealed' and reveal.phase = 'preparing' group by reveal.phase`,
} as const satisfies Record<string, RawBuilder<OpenPhase>>;

/** Jobs of one subject in one phase. */
export type OpenJobs = OpenPhase & { readonly subject: keyof typeof openJobQueries };

/** The jobs that a worker has to go on with, of everybody, by phase; phases without any are absent. */
export async function listOpenJobs(db: Database): Promise<OpenJobs[]> {
	const selects = Object.entries(openJobQueries).map(
		([subject, query]) => sql`select ${sql.lit(subject)} as subject, open.* from (${query}) open`,
	);
	const { rows } = await sql<OpenJobs>`${sql.join(selects, sql` union all `)}`.execute(db);
	return rows;
}
