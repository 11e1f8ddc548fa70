import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type {
	GeneratedImageRow,
	GenerationJobRow,
	ImageVersionRow,
	VersionFiles,
} from '../../schema/generation-tables.ts';
import type { RowsToDelete } from '../uploads/blob-sweep.ts';

/** An image's versions, oldest first. */
export async function listImageVersions(db: Database, imageId: string): Promise<ImageVersionRow[]> {
	return db
		.selectFrom('imageVersions')
		.selectAll()
		.where('imageId', '=', imageId)
		.where('blobSha256', 'is not', null)
		.$narrowType<VersionFiles>()
		.orderBy('number')
		.execute();
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
		.where('blobSha256', 'is not', null)
		.$narrowType<VersionFiles>()
		.executeTakeFirst();
}

/** The forge that drew the chosen version of each of these images, by their ids; those without one are left out. */
export async function listForgeVersions(db: Database, imageIds: readonly string[]): Promise<Map<string, number>> {
	if (imageIds.length === 0) return new Map();
	const rows = await db
		.selectFrom('generatedImages as image')
		.innerJoin('imageVersions as version', (join) =>
			join.onRef('version.imageId', '=', 'image.id').onRef('version.number', '=', 'image.chosenVersion'),
		)
		.select(['image.id', 'version.forgeVersion'])
		.where('image.id', 'in', sql<string>`(select jsonb_array_elements_text(${toJsonb(imageIds)}))`)
		.where('version.forgeVersion', 'is not', null)
		.$narrowType<{ forgeVersion: number }>()
		.execute();
	return new Map(rows.map(({ id, forgeVersion }) => [id, forgeVersion]));
}

/**
 * Deletes versions of an image that are there and not chosen, in a transaction that locked it. Their files stay; those who
 * free them know what they are.
 */
export async function deleteImageVersions(
	trx: DatabaseTransaction,
	imageId: string,
	numbers: readonly number[],
): Promise<void> {
	await trx
		.updateTable('imageVersions')
		.set({ blobSha256: null, preview512Sha256: null, preview200Sha256: null, prompt: null })
		.where('imageId', '=', imageId)
		.where('number', 'in', numbers)
		.execute();
	await trx
		.updateTable('generatedImages')
		.set((eb) => ({ deletedVersions: eb('deletedVersions', '+', numbers.length) }))
		.where('id', '=', imageId)
		.execute();
}

/** Which rows refer to nothing any more once these versions are deleted. */
export const toVersionRows = (imageId: string, numbers: readonly number[]): RowsToDelete => ({
	imageVersions: sql`image_versions.image_id = ${imageId} and image_versions.number in (${sql.join(numbers)})`,
});

/** A version with what it was drawn from. */
export type FileVersion = ImageVersionRow &
	Pick<GeneratedImageRow, 'traits' | 'drawing' | 'jobId' | 'ownerId' | 'tokenNumber' | 'chosenVersion'> &
	Pick<GenerationJobRow, 'engine' | 'layersSha256'>;

/** A version that has this file as its original or, failing that, as one of its previews; a chosen one before others. */
export async function findVersionByFile(db: Database, sha256: string): Promise<FileVersion | undefined> {
	return db
		.selectFrom('imageVersions as version')
		.innerJoin('generatedImages as image', 'image.id', 'version.imageId')
		.innerJoin('generationJobs as job', 'job.id', 'image.jobId')
		.selectAll('version')
		.select([
			'image.traits',
			'image.drawing',
			'image.jobId',
			'image.ownerId',
			'image.tokenNumber',
			'image.chosenVersion',
		])
		.select(['job.engine', 'job.layersSha256'])
		.where((eb) =>
			eb.or([
				eb('version.blobSha256', '=', sha256),
				eb('version.preview512Sha256', '=', sha256),
				eb('version.preview200Sha256', '=', sha256),
			]),
		)
		.$narrowType<VersionFiles>()
		.orderBy(sql`version.blob_sha256 <> ${sha256}`)
		.orderBy(sql`version.number <> image.chosen_version`)
		.orderBy('version.imageId')
		.limit(1)
		.executeTakeFirst();
}

export interface RegeneratedVersion
	extends Pick<
		ImageVersionRow,
		'imageId' | 'blobSha256' | 'preview512Sha256' | 'preview200Sha256' | 'imageSeed' | 'forgeVersion' | 'createdAt'
	> {
	/** Number of the version whose files are gone. */
	readonly lostVersion: number;
	readonly filename: string;
}

/**
 * Adds a version in place of the chosen one, whose files are gone. Null, with nothing written, when another is chosen by
 * now, or when a token shows the image, or may yet come to show it: it names the bytes that are lost.
 */
export async function addRegeneratedVersion(
	trx: DatabaseTransaction,
	version: RegeneratedVersion,
): Promise<number | null> {
	const { imageId, lostVersion, filename, blobSha256, preview512Sha256, preview200Sha256, ...facts } = version;
	const files = { blobSha256, preview512Sha256, preview200Sha256 };
	const image = await trx
		.updateTable('generatedImages')
		.set((eb) => ({
			...files,
			// It is a drawing of the forge's.
			fingerprint: null,
			filename,
			chosenVersion: eb('versionCount', '+', 1),
			versionCount: eb('versionCount', '+', 1),
		}))
		.where('id', '=', imageId)
		.where('chosenVersion', '=', lostVersion)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('mintedTokens')
						.select('mintedTokens.id')
						.whereRef('mintedTokens.imageId', '=', 'generatedImages.id')
						.where((eb) => eb.or([eb('status', '=', 'confirmed'), eb('isFinal', '=', false)])),
				),
			),
		)
		.returning('versionCount')
		.executeTakeFirst();
	if (image === undefined) return null;
	const number = image.versionCount;
	await trx
		.insertInto('imageVersions')
		.values({ imageId, number, ...files, ...facts })
		.execute();
	return number;
}

/** Replaces one preview by another wherever it is shown. */
export async function replacePreviewFile(
	trx: DatabaseTransaction,
	{
		column,
		from,
		to,
	}: { readonly column: 'preview512Sha256' | 'preview200Sha256'; readonly from: string; readonly to: string },
): Promise<void> {
	await trx
		.updateTable('generatedImages')
		.set({ [column]: to })
		.where(column, '=', from)
		.execute();
	await trx
		.updateTable('imageVersions')
		.set({ [column]: to })
		.where(column, '=', from)
		.execute();
}
