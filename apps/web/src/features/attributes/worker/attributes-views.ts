import type { AttributeTrait } from '@adx/collection/attributes/attribute-columns';
import type { AttributesInput } from '@adx/collection/attributes/plan-attributes';
import type { AttributeFinding } from '@adx/validators/attributes';
import type { RarityTier } from '@adx/validators/catalogue/image-traits';

/** The page shows so many problems at once; the full list is fetched when somebody asks for it. */
export const maxListedProblems = 5;

/** What a preview is made from, besides the folder. */
export type PreviewRequest = Pick<AttributesInput, 'existingTraits' | 'seed' | 'weights' | 'projectName'> & {
	readonly symbol?: string | undefined;
};

/** Which rows of a preview are wanted, and in which order. */
export interface RowView {
	readonly sortBy: 'token' | 'rank';
	/** Part of a path, in any case; '' for all. */
	readonly search: string;
	/** Only images with this value. */
	readonly value: { readonly trait: string; readonly value: string } | null;
}

/** A folder as the page shows it. */
export interface FolderView {
	readonly id: string;
	readonly name: string;
	/** Images that get attributes: all but those found to be unusable. */
	readonly imageCount: number;
	/** Image files that are not a picture that can be read. */
	readonly unusableCount: number;
	/** Of `imageCount`, how many have metadata that can be read. */
	readonly metadataCount: number;
	/** Files that are neither an image nor metadata. */
	readonly ignoredCount: number;
	/** What is wrong with its files and their metadata; the first ones. */
	readonly problems: readonly AttributeFinding[];
	readonly problemCount: number;
	/** False after a reload: names and metadata are kept in the browser, pictures are not. */
	readonly hasPictures: boolean;
	/** Pictures that are still to be looked into. */
	readonly uncheckedCount: number;
}

/** A value of a trait in a preview. */
export interface ValueCount {
	/** What weights are given to; null for a value of no catalogue. */
	readonly value: string | null;
	readonly label: string;
	readonly count: number;
	/** Of these, how many had it before. */
	readonly keptCount: number;
	/** Its share unless it is given another; null where nothing is planned. */
	readonly weight: number | null;
}

export interface TraitCount {
	/** Null for a trait that only existing metadata has, and for Rarity. */
	readonly trait: AttributeTrait | null;
	readonly name: string;
	readonly values: readonly ValueCount[];
}

/** What a preview comes to; small enough to cross threads without being felt. */
export interface PreviewSummary {
	readonly size: number;
	/** Planned traits in fixed order, then Rarity, then what else the metadata holds. */
	readonly traits: readonly TraitCount[];
	readonly notice: string | null;
	/** What was found besides the folder's own problems, such as two spellings of one trait; the first ones. */
	readonly findings: readonly AttributeFinding[];
	readonly findingCount: number;
}

export interface RowValue {
	/** '' where there is none. */
	readonly text: string;
	readonly isKept: boolean;
}

/** An image of a preview. */
export interface PreviewRow {
	/** Its place in the folder, from 0. */
	readonly index: number;
	readonly tokenNumber: number;
	/** The path in the folder. */
	readonly path: string;
	/** In the order of `attributeTraits`. */
	readonly values: readonly RowValue[];
	readonly tier: RarityTier;
	/** The Rarity that it had and keeps; null where the tier stands there. */
	readonly keptRarity: string | null;
	readonly rank: number;
	/** Traits that are none of these. */
	readonly otherCount: number;
}

/** A part of a view. */
export interface RowSlice {
	readonly rows: readonly PreviewRow[];
	/** Rows of the view altogether. */
	readonly total: number;
}

export type PreviewResult =
	| { readonly kind: 'planned'; readonly summary: PreviewSummary }
	/** `message` is a sentence to show as it is; the traits' counts are 0. */
	| { readonly kind: 'impossible'; readonly message: string; readonly traits: readonly TraitCount[] };

/** The folder's list as the server knows it. */
export interface UploadedFolder {
	/** SHA-256. */
	readonly folder: string;
	readonly folderSize: number;
}
