import type { AttributeJob } from '@adx/validators/attributes';
import type { AttributesDraft } from './store.ts';
import { orderOf } from './store.ts';
import { attributeTexts } from './texts.ts';

/** A run that waits or works; only such ones are asked about again. */
export const isUnderWay = ({ status }: Pick<AttributeJob, 'status'>): boolean =>
	status === 'pending' || status === 'processing';

/** Whether what is on show would give another result than the run that was started from here. */
export function hasChangedSince(draft: AttributesDraft, jobId: string): boolean {
	return draft.lastRun?.jobId === jobId && draft.lastRun.order !== JSON.stringify(orderOf(draft));
}

/** What a run is called in lists. */
export const runTitle = ({ projectName }: Pick<AttributeJob, 'projectName'>): string =>
	projectName || attributeTexts.run.unnamed;

const known: Readonly<Record<string, string>> = attributeTexts.run.statuses;

/** A state in a word, whatever the server calls it. */
export const statusText = (status: string): string => known[status] ?? status;

/** What a weight is unless it is given another. */
export const weightText = (weight: number): string =>
	weight.toLocaleString('en', { maximumFractionDigits: 2, useGrouping: false });
