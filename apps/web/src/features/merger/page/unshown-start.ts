import type { MergeJob } from '@adx/validators/merge';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { readSession, removeSession, writeSession } from '../../../lib/storage/browser-storage.ts';
import { changeDraft } from '../merge-draft.ts';

const unshownStartSchema = z.object({
	ownerId: z.string(),
	projectName: z.string(),
	/** The collections it is made of, as `toCollectionsKey` has them. */
	startedWith: z.string(),
	/** The merges that there were before. */
	knownIds: z.array(z.string()),
	/** The one that was on show. */
	shownId: z.string().nullable(),
});

/** A merge that was sent off from this tab, as long as the page has not shown it. */
export type UnshownStart = z.infer<typeof unshownStartSchema>;

const key = 'adx_unshown_merge';

export const storeUnshownStart = (start: UnshownStart): void => writeSession(key, JSON.stringify(start));
export const removeUnshownStart = (): void => removeSession(key);

function readUnshownStart(): UnshownStart | null {
	try {
		return unshownStartSchema.parse(JSON.parse(readSession(key) ?? 'null'));
	} catch {
		return null;
	}
}

interface Shown {
	readonly ownerId: string;
	/** The merge on show; null for none. */
	readonly jobId: string | null;
	/** Undefined until they are known. */
	readonly merges: readonly MergeJob[] | undefined;
}

/**
 * Finds the merge whose start was answered when nobody was on this page any more: it was loaded again, or left. Unless another
 * merge was chosen meanwhile.
 */
export function useUnshownStart({ ownerId, jobId, merges }: Shown, onFound: (jobId: string) => void): void {
	// What is sent off from now on is shown by whoever sends it.
	const [start, setStart] = useState(readUnshownStart);
	const isOpen = start !== null && start.ownerId === ownerId && start.shownId === jobId;
	const found = isOpen
		? merges?.find(({ id, projectName }) => projectName === start.projectName && !start.knownIds.includes(id))?.id
		: undefined;
	const show = useEffectEvent((foundId: string) => {
		setStart(null);
		removeUnshownStart();
		changeDraft({ startedWith: start?.startedWith ?? null, follows: '' });
		onFound(foundId);
	});
	useEffect(() => {
		if (found !== undefined) show(found);
	}, [found]);
}
