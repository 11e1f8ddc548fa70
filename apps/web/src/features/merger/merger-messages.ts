import type { MergeFinding } from '@adx/collection/merge/merge-doctor';
import type { InputCollection } from '@adx/validators/merge';
import type { PickedFile } from '../../lib/files/picked-files.ts';

/** How files came in: loose under a name that was asked for, folders as they are, or one archive. */
export type PickSource =
	| { readonly how: 'files'; readonly name: string; readonly description: string }
	| { readonly how: 'folder' }
	| { readonly how: 'zip'; readonly name: string };

/** What the page asks of the thread that reads and sends files. */
export type MergerRequest =
	/** First of all: whose collections these are. */
	| { readonly kind: 'open'; readonly ownerId: string }
	| { readonly kind: 'pick'; readonly pickId: string; readonly pick: PickSource }
	/** Files of a pick, a slice at a time so that handing over thousands blocks nobody. */
	| { readonly kind: 'files'; readonly pickId: string; readonly files: readonly PickedFile[]; readonly isLast: boolean }
	| { readonly kind: 'remove'; readonly collectionId: string }
	/** As a creator wants it called. */
	| { readonly kind: 'describe'; readonly collectionId: string; readonly name: string; readonly description: string }
	/** Another tab changed a collection, or took it away. */
	| { readonly kind: 'changedElsewhere'; readonly collectionId: string }
	/** Whether files that are no picture are sent as well. */
	| { readonly kind: 'keepUnreadable'; readonly include: boolean }
	/** Trait names to change before the doctor looks. */
	| { readonly kind: 'rename'; readonly renames: Readonly<Record<string, string>> }
	| { readonly kind: 'showPreviews'; readonly collectionId: string }
	/** All of them, of which the page gets the first only. */
	| { readonly kind: 'listProblems'; readonly collectionId: string }
	/** Sends what is missing, then the lists. */
	| { readonly kind: 'prepare'; readonly prepareId: string }
	| { readonly kind: 'cancelPrepare' }
	/** Goes on after a pause, at once. */
	| { readonly kind: 'resume' }
	/** Everything that was merged or is not wanted any more. */
	| { readonly kind: 'clear' };

/** A file that is not taken along as it is, and why. */
export interface ProblemFile {
	readonly filename: string;
	readonly problem: string;
}

/** A collection as the page shows it. */
export interface CollectionView {
	readonly id: string;
	readonly name: string;
	/** The name as it tells this one from the others, e.g. 'coll2 (2)' for the second of that name. */
	readonly label: string;
	readonly description: string;
	/** ISO. */
	readonly uploadedAt: string;
	/** Images that are ready to merge, as far as they were read. */
	readonly imageCount: number;
	/** Files that the collection will have once all are read. */
	readonly fileCount: number;
	readonly readCount: number;
	readonly phase: 'reading' | 'complete' | 'interrupted';
	/** Of these, how many found their metadata. */
	readonly metadataCount: number;
	/** Metadata files that hold no JSON object. */
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

export interface UploadView {
	readonly phase: 'idle' | 'checking' | 'sending' | 'waiting' | 'paused';
	/** Why it waits or pauses. */
	readonly message: string | null;
	readonly totalCount: number;
	/** At the server, sent now or before. */
	readonly arrivedCount: number;
	/** Of these, what needed no sending. */
	readonly alreadyHereCount: number;
	/** The server has still to say whether it has them. */
	readonly uncheckedCount: number;
	/** Bytes still to send, as far as it is known. */
	readonly openBytes: number;
	readonly bytesPerSecond: number | null;
}

/** What came of a pick. */
export interface PickResult {
	readonly added: readonly { readonly name: string; readonly imageCount: number }[];
	/** Collections that were waiting for their files. */
	readonly continued: readonly string[];
}

export type MergerMessage =
	| { readonly kind: 'collections'; readonly collections: readonly CollectionView[] }
	| { readonly kind: 'upload'; readonly upload: UploadView }
	| { readonly kind: 'findings'; readonly findings: readonly MergeFinding[] }
	| { readonly kind: 'picked'; readonly pickId: string; readonly result: PickResult }
	| { readonly kind: 'pickFailed'; readonly pickId: string; readonly message: string }
	| { readonly kind: 'problems'; readonly collectionId: string; readonly problems: readonly ProblemFile[] }
	| { readonly kind: 'previews'; readonly collectionId: string; readonly previews: readonly Preview[] }
	| {
			readonly kind: 'prepared';
			readonly prepareId: string;
			readonly inputCollections: readonly InputCollection[];
	  }
	| { readonly kind: 'prepareFailed'; readonly prepareId: string; readonly message: string };

export interface Preview {
	readonly filename: string;
	readonly blob: Blob;
	readonly isPlaceholder: boolean;
}

export const emptyUpload: UploadView = {
	phase: 'idle',
	message: null,
	totalCount: 0,
	arrivedCount: 0,
	alreadyHereCount: 0,
	uncheckedCount: 0,
	openBytes: 0,
	bytesPerSecond: null,
};
