import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { openDraft, toCheckedDraft, toMergeOptions, useMergeDraft } from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as reported by the thread that reads and sends them. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	useEffect(() => {
		openDraft(ownerId);
		mergerClient.open(ownerId);
	}, [ownerId]);
	const fixes = useStableValue(toMergeOptions(draft).fixes);
	useEffect(() => mergerClient.setFixes(fixes), [fixes]);
	const checked = useStableValue(toCheckedDraft(draft));
	useEffect(() => mergerClient.checkDraft(checked), [checked]);
	return useStore(mergerClient.store);
}
