import type { RarityTier, TokenAttribute } from '@adx/validators/catalogue/image-traits';
import type { GalleryTheme } from '@adx/validators/gallery';
import type { MergeOptions, MergePhase, MergeStatus } from '@adx/validators/merge';
import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json, Nullable } from './column-types.ts';

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
	/** Images left out, by what the doctor found; until it is completed, those that were never put in. */
	leftOut: GeneratedJson<Record<string, number>>;
	errorMessage: Nullable<string>;
	/** Blob that lists the archive's entries; set, with the next five, exactly when the status is 'completed'. */
	indexSha256: Nullable<string>;
	/** Blob that holds, one after the other, every text file of the archive. */
	packSha256: Nullable<string>;
	archiveBytes: Nullable<number>;
	archiveEtag: Nullable<string>;
	provenance: Nullable<string>;
	facets: ColumnType<
		StoredTraitFacet[] | null,
		RawBuilder<StoredTraitFacet[]> | null | undefined,
		RawBuilder<StoredTraitFacet[]> | null
	>;
	/** The first token that is a picture; null where none is. */
	coverSha256: Nullable<string>;
	coverTokenNumber: Nullable<number>;
	collectionName: Nullable<string>;
	collectionSymbol: Nullable<string>;
	collectionDescription: Nullable<string>;
	royaltyPercentage: Generated<number>;
	/** In SOL. */
	mintPrice: Nullable<number>;
	themes: GeneratedJson<GalleryTheme[]>;
	/** Kept out of the gallery by its owner. */
	hidden: Generated<boolean>;
	showsCreator: Generated<boolean>;
	isMinting: Generated<boolean>;
	isMinted: Generated<boolean>;
	contractAddress: Nullable<string>;
	mintedAt: Nullable<Date>;
	/** Counts every change that a reader could see. */
	version: Generated<number>;
	/** Tries that ended with an error of ours; a full disk and a lost database do not count. */
	failures: Generated<number>;
	/** As the caller gave it, unique per owner. */
	idempotencyKey: ColumnType<string | null, string | null | undefined, never>;
	/** The hash of the request sent with that key. */
	requestHash: ColumnType<string | null, string | null | undefined, never>;
	createdAt: CreatedAt;
	startedAt: Nullable<Date>;
	completedAt: Nullable<Date>;
}
export type MergeJobRow = Selectable<MergeJobsTable>;

/** The options with the seed that was made up where none was given. */
export type StoredMergeOptions = MergeOptions & { readonly seed: string };

/** A trait with its most frequent values, in that order. */
export interface StoredTraitFacet {
	readonly trait: string;
	readonly values: readonly { readonly value: string; readonly count: number }[];
	/** How many different values there are, where as many are listed as can be; older merges did not count them. */
	readonly valueCount?: number;
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

/** The tokens of a finished merge; those of a deleted one stay until its files are freed. */
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
export type MergedImageRow = Selectable<MergedImagesTable>;

/** A download or an export of a merge that is under way in some process. */
export interface MergeDownloadsTable {
	id: string;
	mergeJobId: string;
	/** When its process last renewed the lease; expired after downloadLeaseMs. */
	renewedAt: Date;
}

/** Longest sides in which previews are kept. */
export type PreviewSize = 512 | 200;
/** Under this size, which no picture exceeds, stands the PNG of the same pixels. */
export type PngCopySize = 2_147_483_647;

/** Previews of pictures that came from outside, made when somebody first looks. */
export interface ImagePreviewsTable {
	sha256: string;
	/** Longest side. */
	sizePx: PreviewSize | PngCopySize;
	previewSha256: string;
}

export type MergeInputRow = Selectable<MergeInputsTable>;
