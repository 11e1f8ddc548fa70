import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import {
	changeDraft,
	emptySettings,
	openDraft,
	toCheckedDraft,
	toMergeOptions,
	useMergeDraft,
} from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as reported by the thread that reads and sends them. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	useEffect(() => {
		openDraft(ownerId);
		mergerClient.open(ownerId);
	}, [ownerId]);
	useEffect(() => mergerClient.store.subscribe(forgetSettings), []);
	const fixes = useStableValue(toMergeOptions(draft).fixes);
	useEffect(() => mergerClient.setFixes(fixes), [fixes]);
	const checked = useStableValue(toCheckedDraft(draft));
	useEffect(() => mergerClient.checkDraft(checked), [checked]);
	return useStore(mergerClient.store);
}

/**
 * What was set is about these collections: it stays for as long as one of them is here, also once the merge has started, since
 * whoever starts it again to mend a mistake wants the rest as it was.
 */
function forgetSettings(now: MergerState, before: MergerState): void {
	const isStillOpen = before.phase === 'open' && now.phase === 'open';
	const areAllGone = isStillOpen && before.collections.length > 0 && now.collections.length === 0;
	if (areAllGone) changeDraft(emptySettings);
}
