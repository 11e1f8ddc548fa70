import { type RawBuilder, sql } from 'kysely';

// Moments by the database's clock, for whatever several processes have to agree on: their own clocks differ.

/** What time it is for the database: for a transaction, when it began. */
export const databaseNow: RawBuilder<Date> = sql<Date>`now()`;

/** The same at this very moment, for what may have waited for a lock. */
export const databaseMoment: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** So many milliseconds after now; before it where negative. */
export const fromDatabaseNow = (ms: number): RawBuilder<Date> =>
	sql<Date>`(now() + ${ms}::float8 * interval '1 millisecond')`;
