import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { Schema } from '../../schema/database-schema.ts';
import type { MergedImageRow } from '../../schema/merge-tables.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

/**
 * Stores tokens of a merge that is not finished; those stored before, by a try that was interrupted, are written over.
 * Stores nothing where the merge was deleted.
 *
 * @param rowsJson JSON array of objects with `tokenNumber, name, sha256, attributes, rank, score, tier, sourcePosition,
 * sourceFilename`; text, because a worker made it and the process that answers need not read it
 */
export async function upsertMergedImages(db: Database, mergeJobId: string, rowsJson: string): Promise<void> {
	await sql`
		insert into merged_images (
			merge_job_id, token_number, name, blob_sha256, attributes, rarity_rank, rarity_score, rarity_tier,
			source_position, source_filename
		)
		select
			${mergeJobId}, "tokenNumber", name, sha256, attributes, rank, score, tier, "sourcePosition", "sourceFilename"
		from jsonb_to_recordset(${rowsJson}::text::jsonb) as merged (
			"tokenNumber" integer, name text, sha256 text, attributes jsonb, rank integer, score double precision,
			tier text, "sourcePosition" integer, "sourceFilename" text
		), (select from merge_jobs where id = ${mergeJobId} for key share) as job
		on conflict (merge_job_id, token_number) do update set
			name = excluded.name,
			blob_sha256 = excluded.blob_sha256,
			attributes = excluded.attributes,
			rarity_rank = excluded.rarity_rank,
			rarity_score = excluded.rarity_score,
			rarity_tier = excluded.rarity_tier,
			source_position = excluded.source_position,
			source_filename = excluded.source_filename`.execute(db);
}

/** Deletes the tokens of a merge that number higher than `after`; all of them without it. */
export async function deleteMergedImages(db: Database, mergeJobId: string, after = 0): Promise<void> {
	await db.deleteFrom('mergedImages').where('mergeJobId', '=', mergeJobId).where('tokenNumber', '>', after).execute();
}

/** How many tokens of a merge are stored. */
export async function countMergedImages(db: Database, mergeJobId: string): Promise<number> {
	const { count } = await db
		.selectFrom('mergedImages')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('mergeJobId', '=', mergeJobId)
		.executeTakeFirstOrThrow();
	return count;
}

/** How many tokens of a merge come from each of its collections, by position; none where none do. */
export async function countTokensBySource(db: Database, mergeJobId: string): Promise<ReadonlyMap<number, number>> {
	const rows = await db
		.selectFrom('mergedImages')
		.select(['sourcePosition', (eb) => eb.fn.countAll<number>().as('count')])
		.where('mergeJobId', '=', mergeJobId)
		.groupBy('sourcePosition')
		.execute();
	return new Map(rows.map(({ sourcePosition, count }) => [sourcePosition, count]));
}

/** The first tokens of a merge. */
export async function listFirstMergedImages(
	db: Database,
	mergeJobId: string,
	limit: number,
): Promise<Pick<MergedImageRow, 'tokenNumber' | 'name'>[]> {
	return db
		.selectFrom('mergedImages')
		.select(['tokenNumber', 'name'])
		.where('mergeJobId', '=', mergeJobId)
		.orderBy('tokenNumber')
		.limit(limit)
		.execute();
}

/** One token's picture with the facts about its bytes. */
export async function findMergedImage(
	db: Database,
	mergeJobId: string,
	tokenNumber: number,
): Promise<
	(Pick<MergedImageRow, 'name' | 'blobSha256'> & Pick<BlobRow, 'sizeBytes' | 'mime' | 'damagedAt'>) | undefined
> {
	return db
		.selectFrom('mergedImages')
		.innerJoin('blobs', 'blobs.sha256', 'mergedImages.blobSha256')
		.select(['mergedImages.name', 'mergedImages.blobSha256', 'blobs.sizeBytes', 'blobs.mime', 'blobs.damagedAt'])
		.where('mergedImages.mergeJobId', '=', mergeJobId)
		.where('mergedImages.tokenNumber', '=', tokenNumber)
		.executeTakeFirst();
}

/** Which tokens of a collection are asked for. */
export interface TokenFilter {
	/** Trait name to the values wanted; every name must hold. */
	readonly traits: Readonly<Record<string, readonly string[]>>;
	/** Part of a name, or a token number. */
	readonly search: string;
}

export interface TokenPageRequest extends TokenFilter {
	readonly offset: number;
	readonly limit: number;
	readonly sort: 'number' | 'rank';
}

/** A token with where it came from. */
export type ListedToken = MergedImageRow & Pick<BlobRow, 'width' | 'height'> & { readonly sourceName: string };

/** One page of the tokens that match. */
export async function listMergedImages(
	db: Database,
	mergeJobId: string,
	{ offset, limit, sort, ...filter }: TokenPageRequest,
): Promise<ListedToken[]> {
	return whereMatching(
		db
			.selectFrom('mergedImages')
			.innerJoin('blobs', 'blobs.sha256', 'mergedImages.blobSha256')
			.innerJoin('mergeInputs', (join) =>
				join
					.onRef('mergeInputs.mergeJobId', '=', 'mergedImages.mergeJobId')
					.onRef('mergeInputs.position', '=', 'mergedImages.sourcePosition'),
			)
			.selectAll('mergedImages')
			.select(['blobs.width', 'blobs.height', 'mergeInputs.name as sourceName'])
			.where('mergedImages.mergeJobId', '=', mergeJobId),
		filter,
	)
		.$if(sort === 'rank', (query) => query.orderBy('mergedImages.rarityRank'))
		.orderBy('mergedImages.tokenNumber')
		.offset(offset)
		.limit(limit)
		.execute();
}

/** How many tokens match. */
export async function countMatchingImages(db: Database, mergeJobId: string, filter: TokenFilter): Promise<number> {
	const counting = db
		.selectFrom('mergedImages')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('mergedImages.mergeJobId', '=', mergeJobId);
	const { count } = await whereMatching(counting, filter).executeTakeFirstOrThrow();
	return count;
}

/** Place of a token among those that match, from 0; null where it does not match itself. */
export async function findTokenPosition(
	db: Database,
	mergeJobId: string,
	tokenNumber: number,
	{ sort, ...filter }: Pick<TokenPageRequest, 'sort'> & TokenFilter,
): Promise<number | null> {
	const matching = () => db.selectFrom('mergedImages').where('mergedImages.mergeJobId', '=', mergeJobId);
	const one = matching().select('mergedImages.rarityRank').where('mergedImages.tokenNumber', '=', tokenNumber);
	const token = await whereMatching(one, filter).executeTakeFirst();
	if (token === undefined) return null;
	const before = matching()
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.$if(sort === 'number', (query) => query.where('mergedImages.tokenNumber', '<', tokenNumber))
		.$if(sort === 'rank', (query) =>
			query.where(
				sql<boolean>`(merged_images.rarity_rank, merged_images.token_number) < (${token.rarityRank}::integer, ${tokenNumber}::integer)`,
			),
		);
	return (await whereMatching(before, filter).executeTakeFirstOrThrow()).count;
}

function whereMatching<Output>(
	query: SelectQueryBuilder<Schema, 'mergedImages', Output>,
	filter: TokenFilter,
): SelectQueryBuilder<Schema, 'mergedImages', Output> {
	let matched = query;
	for (const [trait, values] of Object.entries(filter.traits)) {
		matched = matched.where((eb) =>
			eb.or(
				values.map((value) => sql<boolean>`merged_images.attributes @> ${toJsonb([{ trait_type: trait, value }])}`),
			),
		);
	}
	const { search } = filter;
	if (search === '') return matched;
	const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
	const number = /^#?(\d{1,6})$/.exec(search)?.[1];
	return matched.where((eb) =>
		eb.or([
			eb('mergedImages.name', 'ilike', part),
			...(number === undefined ? [] : [eb('mergedImages.tokenNumber', '=', Number(number))]),
		]),
	);
}

/** What is recorded about the picture of each token from `first` to `last`, both included, by token number. */
export async function listMergedImageSizes(
	db: Database,
	mergeJobId: string,
	{ first, last }: { readonly first: number; readonly last: number },
): Promise<Pick<BlobRow, 'mime' | 'width' | 'height'>[]> {
	return db
		.selectFrom('mergedImages')
		.innerJoin('blobs', 'blobs.sha256', 'mergedImages.blobSha256')
		.select(['blobs.mime', 'blobs.width', 'blobs.height'])
		.where('mergedImages.mergeJobId', '=', mergeJobId)
		.where('mergedImages.tokenNumber', '>=', first)
		.where('mergedImages.tokenNumber', '<=', last)
		.orderBy('mergedImages.tokenNumber')
		.execute();
}

/** SHA-256 (hex) of every image of a merge as it was uploaded, in the order of the token numbers. */
export async function listMergedHashes(db: Database, mergeJobId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('mergedImages')
		.select('blobSha256')
		.where('mergeJobId', '=', mergeJobId)
		.orderBy('tokenNumber')
		.execute();
	return rows.map(({ blobSha256 }) => blobSha256);
}
