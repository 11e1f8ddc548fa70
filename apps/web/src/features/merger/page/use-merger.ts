import { useEffect, useSyncExternalStore } from 'react';
import { openDraft, renamesOf, useMergeDraft } from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as the thread that reads and sends them tells. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	useEffect(() => {
		openDraft(ownerId);
		mergerClient.open(ownerId);
	}, [ownerId]);
	const renames = JSON.stringify(renamesOf(draft));
	useEffect(() => mergerClient.rename(JSON.parse(renames)), [renames]);
	const keepsUnreadable = draft.fixes.unreadableFiles === 'keep';
	useEffect(() => mergerClient.keepUnreadable(keepsUnreadable), [keepsUnreadable]);
	return useSyncExternalStore(mergerClient.subscribe, mergerClient.state);
}
