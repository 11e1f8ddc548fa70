import type { AttributeFinding, AttributeStatus, StoredAttributesOrder } from '@adx/validators/attributes';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json } from './column-types.ts';

export interface AttributeJobsTable {
	id: string;
	ownerId: string;
	/** '' where none was given. */
	projectName: Generated<string>;
	options: Json<StoredAttributesOrder>;
	/** Blob with the `attributeFolderSchema` document; null for a number of images alone, and once the job has ended. */
	folderSha256: ColumnType<string | null, string | null | undefined, string | null>;
	/** `pending` waits for room on the disk. */
	status: Generated<AttributeStatus>;
	/** Percent. */
	progress: Generated<number>;
	totalImages: number;
	processedImages: Generated<number>;
	errorMessage: ColumnType<string | null, string | null | undefined, string | null>;
	findingCount: Generated<number>;
	/** The first ones. */
	findings: GeneratedJson<AttributeFinding[]>;
	/** Blob that lists the archive's entries; set, with the next three, exactly when the status is 'completed'. */
	indexSha256: ColumnType<string | null, string | null | undefined, string | null>;
	/** Blob that holds, one after the other, every file of the archive. */
	packSha256: ColumnType<string | null, string | null | undefined, string | null>;
	archiveBytes: ColumnType<number | null, number | null | undefined, number | null>;
	archiveEtag: ColumnType<string | null, string | null | undefined, string | null>;
	/** Counts every change that a reader could see. */
	version: Generated<number>;
	/** Tries that ended with an error of ours; a full disk and a lost database do not count. */
	failures: Generated<number>;
	/** As the caller gave it, unique per owner. */
	idempotencyKey: ColumnType<string | null, string | null | undefined, string | null>;
	/** Of what was ordered with that key. */
	requestHash: ColumnType<string | null, string | null | undefined, never>;
	createdAt: CreatedAt;
	completedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export type AttributeJobRow = Selectable<AttributeJobsTable>;
