import { useEffect, useSyncExternalStore } from 'react';
import { getCompleteRenames, openDraft, useMergeDraft } from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as the thread that reads and sends them tells. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	useEffect(() => {
		openDraft(ownerId);
		mergerClient.open(ownerId);
	}, [ownerId]);
	const renames = JSON.stringify(getCompleteRenames(draft));
	useEffect(() => mergerClient.rename(JSON.parse(renames)), [renames]);
	const includesUnreadable = draft.fixes.unreadableFiles === 'keep';
	useEffect(() => mergerClient.keepUnreadable(includesUnreadable), [includesUnreadable]);
	return useSyncExternalStore(mergerClient.subscribe, mergerClient.state);
}
