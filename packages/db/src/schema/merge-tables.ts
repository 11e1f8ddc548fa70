import type { GalleryTheme } from '@adx/validators/gallery';
import type { RarityTier, TokenAttribute } from '@adx/validators/generation';
import type { MergeOptions, MergePhase, MergeStatus } from '@adx/validators/merge';
import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json } from './column-types.ts';

export interface MergeJobsTable {
	id: string;
	ownerId: string;
	projectName: string;
	description: Generated<string>;
	options: Json<StoredMergeOptions>;
	phase: Generated<MergePhase>;
	status: Generated<MergeStatus>;
	/** Percent. */
	progress: Generated<number>;
	/** Images put in; once completed, images that came out. */
	totalImages: Generated<number>;
	/** Images left out, by what the doctor found. */
	leftOut: GeneratedJson<Record<string, number>>;
	errorMessage: ColumnType<string | null, string | null | undefined, string | null>;
	/** Blob that lists the archive's entries; set, with the next five, exactly when the status is 'completed'. */
	indexSha256: ColumnType<string | null, string | null | undefined, string | null>;
	/** Blob that holds, one after the other, every text file of the archive. */
	packSha256: ColumnType<string | null, string | null | undefined, string | null>;
	archiveBytes: ColumnType<number | null, number | null | undefined, number | null>;
	archiveEtag: ColumnType<string | null, string | null | undefined, string | null>;
	provenance: ColumnType<string | null, string | null | undefined, string | null>;
	facets: ColumnType<TraitFacet[] | null, RawBuilder<TraitFacet[]> | null | undefined, RawBuilder<TraitFacet[]> | null>;
	/** The first token that is a picture; null where none is. */
	coverSha256: ColumnType<string | null, string | null | undefined, string | null>;
	coverTokenNumber: ColumnType<number | null, number | null | undefined, number | null>;
	collectionName: ColumnType<string | null, string | null | undefined, string | null>;
	collectionSymbol: ColumnType<string | null, string | null | undefined, string | null>;
	collectionDescription: ColumnType<string | null, string | null | undefined, string | null>;
	royaltyPercentage: Generated<number>;
	/** In SOL. */
	mintPrice: ColumnType<number | null, number | null | undefined, number | null>;
	themes: GeneratedJson<GalleryTheme[]>;
	/** Kept out of the gallery by its owner. */
	hidden: Generated<boolean>;
	showsCreator: Generated<boolean>;
	isMinting: Generated<boolean>;
	isMinted: Generated<boolean>;
	contractAddress: ColumnType<string | null, string | null | undefined, string | null>;
	mintedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** Counts every change that a reader could see. */
	version: Generated<number>;
	/** Tries that ended with an error of ours; a full disk and a lost database do not count. */
	failures: Generated<number>;
	/** As the caller gave it, unique per owner. */
	idempotencyKey: ColumnType<string | null, string | null | undefined, never>;
	/** Of what was ordered with that key. */
	requestHash: ColumnType<string | null, string | null | undefined, never>;
	createdAt: CreatedAt;
	startedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	completedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** The options with the seed that was made up where none was given. */
export type StoredMergeOptions = MergeOptions & { readonly seed: string };

/** A trait with its values, the most frequent first. */
export interface TraitFacet {
	readonly trait: string;
	readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** The collections of a merge, in their order. */
export interface MergeInputsTable {
	mergeJobId: string;
	/** From 0. */
	position: number;
	/** The caller's own id for it. */
	clientId: string;
	name: string;
	description: Generated<string>;
	imageCount: number;
	uploadedAt: Date;
	/** Blob with the `collectionManifestSchema` document. */
	manifestSha256: string;
}

/** The tokens of a finished merge. */
export interface MergedImagesTable {
	mergeJobId: string;
	/** From 1. */
	tokenNumber: number;
	name: string;
	blobSha256: string;
	attributes: Json<TokenAttribute[]>;
	rarityRank: number;
	rarityScore: number;
	rarityTier: RarityTier;
	sourcePosition: number;
	/** Path inside what was uploaded. */
	sourceFilename: string;
}

/** Previews of pictures that came from outside, made when somebody first looks. */
export interface ImagePreviewsTable {
	sha256: string;
	/** Longest side. */
	sizePx: number;
	previewSha256: string;
}

export type MergeJobRow = Selectable<MergeJobsTable>;
export type MergeInputRow = Selectable<MergeInputsTable>;
export type MergedImageRow = Selectable<MergedImagesTable>;
