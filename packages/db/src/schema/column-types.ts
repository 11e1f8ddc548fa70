import type { ColumnType, RawBuilder } from 'kysely';

/** A jsonb column: read as the value, written only through `json()`, so that both databases store the same. */
export type Json<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>;
/** The same with a default. */
export type GeneratedJson<T> = ColumnType<T, RawBuilder<T> | undefined, RawBuilder<T>>;
/** Set by the insert (or its default, the database's clock) and never again. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
