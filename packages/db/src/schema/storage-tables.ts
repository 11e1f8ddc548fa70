import type { ColumnType, Generated } from 'kysely';

/** How far the stored files have been verified; at most one row. */
export interface StorageScrubsTable {
	name: 'files';
	/** Hash of the last file of this pass that was verified; empty before the first. */
	afterSha256: Generated<string>;
	checkedFiles: Generated<number>;
	damagedFiles: Generated<number>;
	startedAt: Generated<Date>;
	/** When the last pass through all files ended. */
	endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** Names the process at work. */
	leaseToken: ColumnType<string | null, string | null | undefined, string | null>;
	/** By the database's clock. */
	leasedUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
