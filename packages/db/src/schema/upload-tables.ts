import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CreatedAt, Json, Nullable } from './column-types.ts';

/** What an account has uploaded and no merge or attribute job uses yet. */
export interface UploadUsageTable {
	ownerId: string;
	/** An upper bound: still counts what was used or deleted since `countedAt`, and counts what is being received. */
	bytes: ColumnType<number, number | undefined, number>;
	/** When it was last counted from the files themselves; long ago if it never was. */
	countedAt: ColumnType<Date, Date | undefined, Date>;
}

/** An upload that is being received, whose bytes nobody may delete although no other row names them yet. */
export interface UploadsInFlightTable {
	id: string;
	ownerId: string;
	sha256: string;
	/** How much of its owner's usage it accounts for. */
	bytes: number;
	startedAt: Date;
}

/** Facts about stored bytes; the bytes themselves lie in storage under their hash. */
export interface BlobsTable {
	/** Lower-case hex. */
	sha256: string;
	sizeBytes: ColumnType<number, number, never>;
	/** Unsigned 32-bit, as zip wants it. */
	crc32: ColumnType<number, number, never>;
	mime: string;
	/** Pixels; null for what is not a picture. */
	width: number | null;
	height: number | null;
	/** Whether it is known to move: noted of a WebP picture when a merge was to make a PNG of it. */
	isAnimated: Generated<boolean>;
	/** Since when nothing refers to it, as the sweeper noticed. */
	unreferencedSince: Nullable<Date>;
	/** Since when the stored file is known to be missing or damaged. */
	damagedAt: Nullable<Date>;
	/** When the last attempt to restore the damaged file was made. */
	repairTriedAt: Nullable<Date>;
	createdAt: CreatedAt;
}
export type BlobRow = Selectable<BlobsTable>;

/** The files of an uploaded list of layers that a job was made of: they are kept for as long as the list is. */
export interface LayerFilesTable {
	listSha256: string;
	/** In the list, from 0. */
	place: number;
	sha256: string;
	/** As it was picked. */
	path: string;
}

/** Which owner uploaded or generated which bytes. */
export interface OwnerBlobsTable {
	ownerId: string;
	sha256: string;
	/** When it was last stored or asked about; a blob that nothing uses is forgotten a while later. */
	lastUsedAt: Generated<Date>;
}

/**
 * What was deleted, as far as its rows and files go slice by slice: with `files` those that the row names alone, with
 * `uploads` also what its owner holds and nothing uses.
 */
export type DeletedKind = 'merge' | 'job' | 'files' | 'uploads';

/** Something deleted whose rows and files are still being freed; the row goes with the last of them. */
export interface DeletionsTable {
	/** That of the merge or the job; of the others their own. */
	id: string;
	kind: Generated<DeletedKind>;
	ownerId: string;
	/** Uploads that were used later stay with their owner. */
	uploadsUsedUntil: Date;
	/** Blobs that none of its rows refers to any more and whose files are freed next, previews among them. */
	hashes: Json<readonly string[]>;
	/** When the deletion was asked for; what is stored again from then on stays. */
	createdAt: ColumnType<Date, Date, never>;
}
export type DeletionRow = Selectable<DeletionsTable>;
