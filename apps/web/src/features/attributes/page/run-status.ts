import type { AttributeJob } from '@adx/validators/attributes';
import { attributeTexts } from '../attributes-texts.ts';
import type { AttributesDraft } from './attributes-draft.ts';
import { toRequest } from './attributes-draft.ts';

/** A run that waits or works; only such ones are asked about again. */
export const isUnfinished = ({ status }: Pick<AttributeJob, 'status'>): boolean =>
	status === 'pending' || status === 'processing';

/** Whether what is on show would give another result than the run that was started from here. */
export function hasChangedSince(draft: AttributesDraft, jobId: string): boolean {
	return draft.lastRun?.jobId === jobId && draft.lastRun.order !== JSON.stringify(toRequest(draft));
}

/** How many images of a run were done at a moment. */
export interface RunSample {
	readonly processedImages: number;
	readonly atMs: number;
}

/** Seconds a run still takes at the rate between two moments; null where that tells nothing. */
export function getRunSecondsLeft(first: RunSample, last: RunSample, totalImages: number): number | null {
	const done = last.processedImages - first.processedImages;
	const left = totalImages - last.processedImages;
	const tookMs = last.atMs - first.atMs;
	return done <= 0 || left <= 0 || tookMs <= 0 ? null : (left * tookMs) / done / 1_000;
}

/** What a run is called in lists. */
export const getRunTitle = ({ projectName }: Pick<AttributeJob, 'projectName'>): string =>
	projectName || attributeTexts.run.unnamed;

const known: Readonly<Record<string, string>> = attributeTexts.run.statuses;

/** A state in a word, whatever the server calls it. */
export const getStatusLabel = (status: string): string => known[status] ?? status;

/** What a weight is unless it is given another. */
export const formatWeight = (weight: number): string =>
	weight.toLocaleString('en', { maximumFractionDigits: 2, useGrouping: false });
