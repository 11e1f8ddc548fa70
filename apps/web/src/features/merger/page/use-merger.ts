import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { changeDraft, openDraft, toCheckedDraft, toMergeOptions, useMergeDraft, usualFixes } from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as reported by the thread that reads and sends them. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	useEffect(() => {
		openDraft(ownerId);
		mergerClient.open(ownerId);
	}, [ownerId]);
	useEffect(() => mergerClient.store.subscribe(forgetDecisions), []);
	const fixes = useStableValue(toMergeOptions(draft).fixes);
	useEffect(() => mergerClient.setFixes(fixes), [fixes]);
	const checked = useStableValue(toCheckedDraft(draft));
	useEffect(() => mergerClient.checkDraft(checked), [checked]);
	return useStore(mergerClient.store);
}

/** What was decided about collections, and which of their traits are renamed, does not hold for others once all are gone. */
function forgetDecisions(now: MergerState, before: MergerState): void {
	const isStillOpen = before.phase === 'open' && now.phase === 'open';
	const areAllGone = isStillOpen && before.collections.length > 0 && now.collections.length === 0;
	if (areAllGone) changeDraft({ fixes: usualFixes, renames: [] });
}
