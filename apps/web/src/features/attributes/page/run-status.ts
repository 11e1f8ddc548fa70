import type { AttributeJob } from '@adx/validators/attributes';
import { attributeTexts } from '../attributes-texts.ts';
import type { AttributesDraft } from './attributes-draft.ts';
import { toRunSubject } from './attributes-draft.ts';

/** A run that waits or works; only such ones are asked about again. */
export const isUnfinishedRun = ({ status }: Pick<AttributeJob, 'status'>): boolean =>
	status === 'pending' || status === 'processing';

/** Whether what is on show would give another result than the run that was started from here. */
export function hasChangedSince(draft: AttributesDraft, jobId: string): boolean {
	const { folderId, lastRun } = draft;
	// Without a folder there is no preview that could differ.
	return folderId !== null && lastRun?.jobId === jobId && lastRun.subject !== toRunSubject(draft);
}

/** Whether a run was started from here with what is on show. */
export const isOfPreview = (draft: AttributesDraft, jobId: string): boolean =>
	draft.folderId !== null && draft.lastRun?.jobId === jobId && !hasChangedSince(draft, jobId);

/** What a run is called in lists. */
export const getRunTitle = ({ projectName }: Pick<AttributeJob, 'projectName'>): string =>
	projectName || attributeTexts.run.unnamed;

const known: Readonly<Record<string, string>> = attributeTexts.run.statuses;

/** A state in a word, whatever the server calls it. */
export const getStatusLabel = (status: string): string => known[status] ?? status;

/** What a weight is unless it is given another. */
export const formatWeight = (weight: number): string =>
	weight.toLocaleString('en', { maximumFractionDigits: 2, useGrouping: false });
