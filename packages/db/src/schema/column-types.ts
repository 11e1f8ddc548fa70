import { type ColumnType, type RawBuilder, sql } from 'kysely';

/** A jsonb column: read as the value, written only through `toJsonb()`, so that both databases store the same. */
export type Json<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>;
/** The same with a default. */
export type GeneratedJson<T> = ColumnType<T, RawBuilder<T> | undefined, RawBuilder<T>>;
/** The same that may be null and is so unless the insert says otherwise. */
export type NullableJson<T> = ColumnType<T | null, RawBuilder<T> | null | undefined, RawBuilder<T> | null>;
/** Set by the insert (or its default, the database's clock) and never again. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** A column that may be null and is so unless the insert says otherwise. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/**
 * A value for a jsonb column. The detour over text makes both drivers store the value itself:
 * postgres.js would encode a parameter that it knows to be jsonb a second time.
 */
export function toJsonb<T>(value: T): RawBuilder<T> {
	return sql<T>`${JSON.stringify(value)}::text::jsonb`;
}
