import type { ColumnType } from 'kysely';

/** What an account has uploaded and no merge or attribute job uses yet. */
export interface UploadUsageTable {
	ownerId: string;
	/** At least what it is: what was taken up or deleted since `countedAt` is still in it. With what is being received. */
	bytes: ColumnType<number, number | undefined, number>;
	/** When it was last counted from the files themselves; long ago where it never was. */
	countedAt: ColumnType<Date, Date | undefined, Date>;
}

/** An upload that is being received, whose bytes nobody may delete although no row tells of them yet. */
export interface UploadsInFlightTable {
	id: string;
	ownerId: string;
	sha256: string;
	/** Counted for it in its owner's usage. */
	bytes: number;
	startedAt: Date;
}

/** Images ordered on a UTC day by everybody who signed in with one kind of password from one address. */
export interface DailyNetworkImagesTable {
	/** HMAC-SHA-256 (hex) of kind and network under the server's secret, different every day. */
	originHash: string;
	dayStart: Date;
	images: number;
}
