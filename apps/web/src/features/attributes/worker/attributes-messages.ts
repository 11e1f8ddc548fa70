import type { AttributeTrait } from '@adx/collection/attributes/attribute-columns';
import type { AttributeFinding, AttributesOrder } from '@adx/collection/attributes/plan-attributes';
import type { RarityTier } from '@adx/validators/generation';
import type { PickedFile } from '../../../lib/files/picked-files.ts';

/** What a preview is made from, besides the folder. */
export type PreviewRequest = Pick<AttributesOrder, 'existingTraits' | 'seed' | 'weights' | 'projectName' | 'symbol'>;

/** Which rows of a preview are wanted, and in which order. */
export interface RowView {
	readonly sortBy: 'token' | 'rank';
	/** Part of a path, in any case; '' for all. */
	readonly search: string;
	/** Only images with this value. */
	readonly value: { readonly trait: string; readonly value: string } | null;
}

/** What the page asks of the thread that reads folders and plans. */
export type AttributesRequest =
	/** First of all: whose folder this is, and which one was open before a reload. */
	| { readonly kind: 'open'; readonly ownerId: string; readonly folderId: string | null }
	/** `zip` for an archive; its only file follows. */
	| { readonly kind: 'pick'; readonly pickId: string; readonly zip: string | null }
	/** Files of a pick, a slice at a time so that handing over thousands blocks nobody. */
	| { readonly kind: 'files'; readonly pickId: string; readonly files: readonly PickedFile[]; readonly isLast: boolean }
	| { readonly kind: 'clear' }
	| { readonly kind: 'plan'; readonly planId: number; readonly order: PreviewRequest }
	| {
			readonly kind: 'rows';
			readonly planId: number;
			readonly viewId: number;
			readonly view: RowView;
			readonly from: number;
			readonly to: number;
	  }
	/** Small pictures of these images, instead of any asked for before. */
	| { readonly kind: 'pictures'; readonly folderId: string; readonly indexes: readonly number[] }
	/** Sends the folder's list to the server; `isAgain` when the server says that it has none. */
	| { readonly kind: 'send'; readonly sendId: string; readonly isAgain: boolean };

/** A folder as the page shows it. */
export interface FolderView {
	readonly id: string;
	readonly name: string;
	readonly imageCount: number;
	/** Of these, how many have metadata. */
	readonly metadataCount: number;
	/** Files that are neither an image nor metadata. */
	readonly ignoredCount: number;
	/** What could not be read as it stands; the first ones. */
	readonly problems: readonly AttributeFinding[];
	readonly problemCount: number;
	/** False after a reload: names and metadata are kept in the browser, pictures are not. */
	readonly hasPictures: boolean;
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
	/** The first ones. */
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
	/** As it lies in the folder. */
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

export type AttributesMessage =
	/** Null for none; nothing was open, or it was cleared. */
	| { readonly kind: 'folder'; readonly folder: FolderView | null }
	| { readonly kind: 'reading'; readonly readCount: number; readonly fileCount: number }
	| { readonly kind: 'picked'; readonly pickId: string }
	| { readonly kind: 'pickFailed'; readonly pickId: string; readonly message: string }
	| { readonly kind: 'planned'; readonly planId: number; readonly summary: PreviewSummary }
	/** `message` is a sentence to show as it is; the traits' counts are 0. */
	| {
			readonly kind: 'impossible';
			readonly planId: number;
			readonly message: string;
			readonly traits: readonly TraitCount[];
	  }
	| {
			readonly kind: 'rows';
			readonly planId: number;
			readonly viewId: number;
			readonly from: number;
			readonly rows: readonly PreviewRow[];
			/** Rows of the view altogether. */
			readonly total: number;
	  }
	/** Null for what this browser cannot show. */
	| {
			readonly kind: 'picture';
			readonly folderId: string;
			readonly index: number;
			readonly bitmap: ImageBitmap | null;
	  }
	| { readonly kind: 'sent'; readonly sendId: string; readonly folder: string; readonly folderSize: number }
	| { readonly kind: 'sendFailed'; readonly sendId: string; readonly message: string };
