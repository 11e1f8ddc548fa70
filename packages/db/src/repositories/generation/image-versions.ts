import type { Database } from '../../client/database.ts';
import type { ImageVersionRow } from '../../schema/database-schema.ts';

/** In the order they were made. */
export async function listImageVersions(db: Database, imageId: string): Promise<ImageVersionRow[]> {
	return db.selectFrom('imageVersions').selectAll().where('imageId', '=', imageId).orderBy('number').execute();
}

export async function findImageVersion(
	db: Database,
	imageId: string,
	number: number,
): Promise<ImageVersionRow | undefined> {
	return db
		.selectFrom('imageVersions')
		.selectAll()
		.where('imageId', '=', imageId)
		.where('number', '=', number)
		.executeTakeFirst();
}
