import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import {
	followCollections,
	openDraft,
	toCheckedDraft,
	toCollectionsKey,
	toMergeOptions,
	useMergeDraft,
} from '../merge-draft.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';

/** The collections of this owner, as reported by the thread that reads and sends them. */
export function useMerger(ownerId: string): MergerState {
	const draft = useMergeDraft();
	const merger = useStore(mergerClient.store);
	const isElsewhere = merger.phase === 'elsewhere';
	const isBroken = merger.phase === 'broken';
	useEffect(() => mergerClient.open(ownerId), [ownerId]);
	// Where another tab had the merger, what was set there goes on here.
	useEffect(() => {
		if (!isElsewhere) openDraft(ownerId);
	}, [ownerId, isElsewhere]);
	const collections = merger.phase === 'open' ? toCollectionsKey(merger.collections) : null;
	useEffect(() => {
		if (collections !== null) followCollections(collections);
	}, [collections, draft.startedWith]);
	const fixes = useStableValue(toMergeOptions(draft).fixes);
	// A thread that is opened again has to be told again.
	useEffect(() => {
		if (!isBroken) mergerClient.setFixes(fixes);
	}, [fixes, isBroken]);
	const checked = useStableValue(toCheckedDraft(draft));
	useEffect(() => {
		if (!isBroken) mergerClient.checkDraft(checked);
	}, [checked, isBroken]);
	return merger;
}
