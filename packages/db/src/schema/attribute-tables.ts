import type { AttributeFinding, AttributeStatus, StoredAttributesRequest } from '@adx/validators/attributes';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json, Nullable } from './column-types.ts';

export interface AttributeJobsTable {
	id: string;
	ownerId: string;
	/** '' where none was given. */
	projectName: Generated<string>;
	options: Json<StoredAttributesRequest>;
	/** Blob with the `attributeFolderSchema` document; null for a number of images alone, and once the job has ended. */
	folderSha256: Nullable<string>;
	/** `pending` waits for room on the disk. */
	status: Generated<AttributeStatus>;
	/** Percent. */
	progress: Generated<number>;
	totalImages: number;
	processedImages: Generated<number>;
	errorMessage: Nullable<string>;
	findingCount: Generated<number>;
	/** The first ones. */
	findings: GeneratedJson<AttributeFinding[]>;
	/** Blob that lists the archive's entries; set, with the next three, exactly when the status is 'completed'. */
	indexSha256: Nullable<string>;
	/** Blob that holds, one after the other, every file of the archive. */
	packSha256: Nullable<string>;
	archiveBytes: Nullable<number>;
	archiveEtag: Nullable<string>;
	/** Counts every change that a reader could see. */
	version: Generated<number>;
	/** Tries that ended with an error of ours; a full disk and a lost database do not count. */
	failures: Generated<number>;
	/** As the caller gave it, unique per owner. */
	idempotencyKey: Nullable<string>;
	/** The hash of the request sent with that key. */
	requestHash: ColumnType<string | null, string | null | undefined, never>;
	createdAt: CreatedAt;
	completedAt: Nullable<Date>;
}
export type AttributeJobRow = Selectable<AttributeJobsTable>;
