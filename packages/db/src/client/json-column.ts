import { type RawBuilder, sql } from 'kysely';

/**
 * A value for a jsonb column. The detour over text makes both drivers store the value itself:
 * postgres.js would encode a parameter that it knows to be jsonb a second time.
 */
export function toJsonb<T>(value: T): RawBuilder<T> {
	return sql<T>`${JSON.stringify(value)}::text::jsonb`;
}
