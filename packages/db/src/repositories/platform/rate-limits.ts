import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';

/** So many tries of a key may count at any time. */
export interface RateLimit {
	readonly key: string;
	readonly triesMax: number;
	/** How long a try counts. */
	readonly windowMs: number;
}

export interface RecordedTry {
	/** Names the try, to take it back; null where it was one too many. */
	readonly at: string | null;
	/** Until the oldest try counts no more. */
	readonly waitMs: number;
	/** Whether it is the first that was refused within the window. */
	readonly isFirstRefusal: boolean;
}

/**
 * Counts a try unless as many as may count already do. One statement, for which others about the same key wait, so that
 * tries at the same moment cannot slip through together.
 *
 * @param id that no other try has
 */
export async function recordTry(
	db: Database,
	{ key, triesMax, windowMs }: RateLimit,
	id: string,
): Promise<RecordedTry> {
	const since = fromDatabaseNow(-windowMs);
	const { rows } = await sql<RecordedTry>`
		insert into rate_limits as held (key, tries, last_id, changed_at)
		values (${key}, array[${databaseNow}], ${id}, ${databaseNow})
		on conflict (key) do update set (tries, last_id, refused_at, refused_id, changed_at) = (
			select
				case when is_free then recent || ${databaseNow} else recent end,
				case when is_free then ${id} else held.last_id end,
				case when is_free or is_told then held.refused_at else ${databaseNow} end,
				case when is_free or is_told then held.refused_id else ${id} end,
				${databaseNow}
			from (
				select recent, cardinality(recent) < ${triesMax}::int as is_free, coalesce(held.refused_at > ${since}, false) as is_told
				from (
					select array(select each from unnest(held.tries) as each where each > ${since} order by each) as recent
				) as counted
			) as judged
		)
		returning
			case when last_id = ${id} then tries[cardinality(tries)]::text end as at,
			ceil(extract(epoch from tries[1] - ${since}) * 1000)::float8 as wait_ms,
			coalesce(refused_id = ${id}, false) as is_first_refusal`.execute(db);
	return rows[0]!;
}

/** How long until a try of the key would count; 0 where one does now. */
export async function findTryWaitMs(db: Database, { key, triesMax, windowMs }: RateLimit): Promise<number> {
	const since = fromDatabaseNow(-windowMs);
	const { rows } = await sql<{ waitMs: number }>`
		select ceil(extract(epoch from min(each) - ${since}) * 1000)::float8 as wait_ms
		from rate_limits, unnest(tries) as each
		where key = ${key} and each > ${since}
		having count(*) >= ${triesMax}::int`.execute(db);
	return rows[0]?.waitMs ?? 0;
}

/** Takes a try back, or the latest that counts; false where there is none. */
export async function removeTry(db: Database, key: string, at: string | 'latest'): Promise<boolean> {
	// As a text: the client of a server makes a Date of what is to be a timestamp, which has no microseconds.
	const place = at === 'latest' ? sql`cardinality(tries)` : sql`array_position(tries, ${at}::text::timestamptz)`;
	const { numAffectedRows } = await sql`
		update rate_limits set tries = tries[:${place} - 1] || tries[${place} + 1:]
		where key = ${key} and ${place} > 0`.execute(db);
	return (numAffectedRows ?? 0n) > 0n;
}

/** Forgets keys that nobody has tried for so long; returns how many. */
export async function deleteOldRateLimits(db: Database, silentMs: number): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('rateLimits')
		.where('changedAt', '<', fromDatabaseNow(-silentMs))
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
