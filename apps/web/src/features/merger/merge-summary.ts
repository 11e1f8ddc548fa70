import { safeFileName } from '@adx/validators/file-name';
import { largeMergeAbove, longMergeAbove } from '@adx/validators/limits';
import type { MergeJob } from '@adx/validators/merge';
import { getHttpStatus } from '../../lib/api/error-messages.ts';
import type { UploadView } from '../../lib/uploads/upload-view.ts';
import { type MergeDraft, toMergeOptions } from './merge-draft.ts';
import { mergerTexts } from './merger-texts.ts';
import { type CollectionView, type DraftPreflight, isWhole } from './merger-views.ts';
import type { MergerState } from './worker/merger-client.ts';

/** The specification's estimate, by how many images there are. */
export const describeMergeDuration = (imageCount: number) =>
	imageCount > longMergeAbove ? mergerTexts.progress.longEstimate : mergerTexts.progress.shortEstimate;

export const isLarge = (imageCount: number) => imageCount > largeMergeAbove;

/** What a merge is saved as. */
export const getArchiveFileName = (projectName: string) => `${safeFileName(projectName)}-merged-collection.zip`;

/** Files of the collections that are still to be read, before which nobody knows how much there is to send. */
export const countUnread = (collections: readonly CollectionView[]) =>
	collections
		.filter(({ phase }) => phase === 'reading')
		.reduce((sum, { fileCount, readCount }) => sum + fileCount - readCount, 0);

/** How far the sending is, by images; what is still to be read counts as well, so that it never runs backwards. */
export function getUploadPercent({ arrivedCount, totalCount }: UploadView, unread: number): number {
	const total = totalCount + unread;
	return total === 0 ? 0 : (arrivedCount / total) * 100;
}

/** Seconds until everything has arrived at the present rate; null while there is none. */
export const getUploadSecondsLeft = ({ openBytes, bytesPerSecond }: UploadView) =>
	bytesPerSecond === null || bytesPerSecond <= 0 ? null : openBytes / bytesPerSecond;

/** Images that are ready, and the collections they are in. */
interface Totals {
	readonly imageCount: number;
	/** Files that were read and are not merged. */
	readonly leftOutCount: number;
	readonly collectionCount: number;
}

export function getTotals(collections: readonly CollectionView[]): Totals {
	return {
		imageCount: collections.reduce((sum, { imageCount }) => sum + imageCount, 0),
		leftOutCount: collections.reduce((sum, { readCount, imageCount }) => sum + readCount - imageCount, 0),
		collectionCount: collections.length,
	};
}

/** How many images there are to merge, as a sentence that says whether these are all; null without collections. */
export function describeTotal(collections: readonly CollectionView[]): string | null {
	if (collections.length === 0) return null;
	const { imageCount, collectionCount } = getTotals(collections);
	const { total, readingTotal, incompleteTotal } = mergerTexts.input;
	if (!collections.every(isWhole)) return incompleteTotal(imageCount, collectionCount);
	const isReading = collections.some(({ phase }) => phase === 'reading');
	return (isReading ? readingTotal : total)(imageCount, collectionCount);
}

/**
 * How many of these images a merge of the draft takes, or why it would take none, as a sentence; null while that is being
 * worked out.
 */
export function getMerged(
	draft: MergeDraft,
	imageCount: number,
	preflight: DraftPreflight | null,
): number | string | null {
	const { fixes } = toMergeOptions(draft);
	const isCurrent =
		preflight !== null &&
		preflight.imageCount === imageCount &&
		JSON.stringify(preflight.draft.options.fixes) === JSON.stringify(fixes);
	if (isCurrent) return 'refused' in preflight ? preflight.refused : preflight.tokenCount;
	const { unreadableFiles: _, renames: __, ...others } = fixes;
	return Object.values(others).includes('drop') ? null : imageCount;
}

/** What of the images will become one, those that cannot be read counted in. */
export function formatReady(
	merged: ReturnType<typeof getMerged>,
	{ imageCount, leftOutCount, collectionCount }: Totals,
): string {
	const { ready, readyWithout, readyUncounted } = mergerTexts.settings;
	const total = imageCount + leftOutCount;
	if (typeof merged === 'string') return merged;
	if (merged === null) return readyUncounted(total, collectionCount);
	return merged === total ? ready(total, collectionCount) : readyWithout(merged, total, collectionCount);
}

/** What a merge waits for. */
export interface MergeInputs extends Pick<MergerState, 'phase' | 'collections' | 'openPicks'> {
	/** Collections on their way from the server. */
	readonly imports: readonly { readonly name: string | null; readonly problem: string | null }[];
}

/** What is still being brought in, as a sentence each; a merge waits for all of it. */
function listUnfinished({ phase, collections, openPicks, imports }: MergeInputs): string[] {
	const { readingBack, notReadBack, fetching, notFetched, reading, stillReading, interrupted, lost } =
		mergerTexts.settings;
	const getNames = (some: MergeInputs['imports']) => some.map(({ name }) => name ?? mergerTexts.unnamed);
	const failed = getNames(imports.filter(({ problem }) => problem !== null));
	const coming = getNames(imports.filter(({ problem }) => problem === null));
	const ofPhase = (phase: CollectionView['phase']) =>
		collections.filter((one) => one.phase === phase).map(({ label }) => label);
	const read = ofPhase('reading');
	const left = ofPhase('interrupted');
	const incomplete = collections
		.filter((one) => !isWhole(one) && one.phase !== 'interrupted')
		.map(({ label }) => label);
	return [
		...(phase === 'opening' ? [readingBack] : []),
		...(phase === 'broken' ? [notReadBack] : []),
		...(read.length > 0 ? [stillReading(read)] : []),
		...(coming.length > 0 && read.length === 0 ? [fetching(coming)] : []),
		// Nothing is known yet of what was picked, such as an archive that is being opened.
		...(read.length + coming.length === 0 && openPicks > 0 ? [reading] : []),
		...(failed.length > 0 ? [notFetched(failed)] : []),
		...(left.length > 0 ? [interrupted(left)] : []),
		...(incomplete.length > 0 ? [lost(incomplete)] : []),
	];
}

/** What keeps a merge from being started; null when nothing does. */
export function getBlockingReason(projectName: string, inputs: MergeInputs): string | null {
	const { needsName, needsCollections, nothingToMerge } = mergerTexts.settings;
	const unfinished = listUnfinished(inputs);
	const { imageCount, collectionCount } = getTotals(inputs.collections);
	const isComplete = unfinished.length === 0;
	const needs = [
		...(projectName.trim() === '' ? [needsName] : []),
		...(isComplete && collectionCount === 0 ? [needsCollections] : []),
		...(isComplete && collectionCount > 0 && imageCount === 0 ? [nothingToMerge] : []),
		...unfinished,
	];
	return needs.length === 0 ? null : needs.join(' ');
}

/** The server's own words for a merge that was not started, or the nearest there is. */
export function getStartErrorMessage(error: unknown): string {
	if (error instanceof Error && error.message !== '') return error.message;
	const status = getHttpStatus(error);
	return status === null ? mergerTexts.start.failed : mergerTexts.start.httpError(status);
}

/** '12 images left out: 10 duplicates, 2 unreadable'; null when none was. */
export function formatSkipped(leftOut: MergeJob['leftOut']): string | null {
	const { leftOutReasons, leftOut: intro } = mergerTexts.progress;
	const counts = Object.entries(leftOut).filter(([, number]) => number > 0);
	if (counts.length === 0) return null;
	const total = counts.reduce((sum, [, number]) => sum + number, 0);
	const parts = counts.map(([kind, number]) => leftOutReasons[kind]?.(number) ?? `${number} ${kind}`);
	return `${intro(total)} ${parts.join(', ')}`;
}

export const getMergeTitle = (job: Pick<MergeJob, 'collectionName' | 'projectName'>) =>
	job.collectionName ?? job.projectName;
