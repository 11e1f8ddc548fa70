import type { MergeFinding } from '@adx/collection/merge/merge-doctor';
import type { NamedTrait } from '@adx/collection/merge/named-traits';
import type { MergePreflight, UnstartedMerge } from '@adx/collection/preflight/preflight-merge';
import type { UploadView } from '../../lib/uploads/upload-view.ts';

/** How files came in: loose under a name that was asked for, folders as they are, or one archive. */
export type PickSource =
	| { readonly how: 'files'; readonly name: string; readonly description: string }
	| { readonly how: 'folder' }
	| { readonly how: 'zip'; readonly name: string /** Where it was fetched from. */; readonly origin?: string };

/** What of the creator's own an input was made from. */
export interface InputOrigin {
	readonly kind: 'job' | 'merge';
	readonly id: string;
}

export const toOriginKey = ({ kind, id }: InputOrigin) => `${kind}:${id}`;

/** A file that is not taken along as it is, and why. */
export interface ProblemFile {
	readonly filename: string;
	readonly problem: string;
}

/** A collection as the page shows it. */
export interface CollectionView {
	readonly id: string;
	readonly name: string;
	/** The name that distinguishes this one from the others, e.g. 'coll2 (2)' for the second of that name. */
	readonly label: string;
	readonly description: string;
	/** ISO. */
	readonly uploadedAt: string;
	/** The job or merge that it was fetched from, as `toOriginKey` writes it; null for files that were picked. */
	readonly origin: string | null;
	/** Images that are ready to merge, as far as they were read. */
	readonly imageCount: number;
	/** Files that the collection will have once all are read. */
	readonly fileCount: number;
	readonly readCount: number;
	/** Small pictures that there are of its first images so far. */
	readonly previewCount: number;
	/** Of these, how many are of images that are ready to merge. */
	readonly mergedPreviewCount: number;
	readonly phase: 'reading' | 'complete' | 'interrupted';
	/** Of these, how many found their metadata. */
	readonly metadataCount: number;
	/** Metadata files that hold no JSON object. */
	readonly badMetadata: readonly ProblemFile[];
	readonly badMetadataCount: number;
	/** No pictures to this browser; they can be kept on purpose. */
	readonly unreadable: readonly ProblemFile[];
	readonly unreadableCount: number;
	/** Left out in any case. */
	readonly refused: readonly ProblemFile[];
	readonly refusedCount: number;
	/** Neither an image nor its metadata. */
	readonly ignored: readonly string[];
	readonly ignoredCount: number;
	/** Images whose bytes are neither here nor at the server any more. */
	readonly lostCount: number;
}

/** Where the tokens of a merge come from: from files that were picked, from jobs and merges of the creator's own, or both. */
export type InputKind = 'picked' | 'own' | 'both';

export function getInputKind(collections: readonly Pick<CollectionView, 'origin'>[]): InputKind {
	const own = collections.filter(({ origin }) => origin !== null).length;
	if (own === 0) return 'picked';
	return own === collections.length ? 'own' : 'both';
}

/** Whether all of its files are here. Those that are missing can be picked or fetched again. */
export const isWhole = ({ phase, lostCount }: Pick<CollectionView, 'phase' | 'lostCount'>) =>
	phase !== 'interrupted' && lostCount === 0;

/** What came of a pick. */
export interface PickResult {
	readonly added: readonly { readonly name: string; readonly imageCount: number }[];
	/** Collections that were waiting for their files. */
	readonly continued: readonly string[];
	/** Picked folders that hold neither images nor metadata of any. */
	readonly unusedFolders: readonly string[];
}

/** What the page shows, as far as it may have changed; the first one has collections and upload. */
export interface MergerUpdate {
	/** The merger is open in another tab: nothing else is known here until that one is closed. */
	readonly phase?: 'elsewhere';
	readonly collections?: readonly CollectionView[];
	/** The number of the last move that their order holds. */
	readonly lastMove?: number;
	readonly upload?: UploadView;
	readonly findings?: readonly MergeFinding[];
	readonly traits?: readonly NamedTrait[];
	readonly preflight?: DraftPreflight | null;
}

/** What exports would find in the merge as it was set; or why nothing comes of it, as a sentence. */
export type DraftPreflight = (MergePreflight | { readonly refused: string }) & {
	/** What was checked; the page may have changed it meanwhile. */
	readonly draft: CheckedDraft;
	/**
	 * Images that there were to merge, before fixes left any of them out; files that are not a picture only where they are kept.
	 * Null where the check itself went wrong.
	 */
	readonly imageCount: number | null;
};

/** What the page has set of a merge. */
export type CheckedDraft = Omit<UnstartedMerge, 'sources'>;

/** A small picture as it is kept. */
export interface StoredPreview {
	readonly filename: string;
	readonly blob: Blob;
	/** It stands for a file that is not a picture. */
	readonly isPlaceholder: boolean;
}

export interface CollectionPreview extends StoredPreview {
	/** Whether the merge goes without that image. */
	readonly isLeftOut: boolean;
}
