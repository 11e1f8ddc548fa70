import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { type AttributesState, attributesClient } from '../worker/attributes-client.ts';
import { changeDraft, openDraft, toRequest, useAttributesDraft } from './attributes-draft.ts';

/** This owner's folder with its preview, which follows the settings once they have rested. */
export function useAttributes(ownerId: string): AttributesState {
	const state = useStore(attributesClient.store);
	const draft = useAttributesDraft();
	useEffect(() => attributesClient.open(ownerId, openDraft(ownerId).folderId), [ownerId]);
	const folderId = state.folder?.id ?? null;
	useEffect(() => {
		if (state.phase === 'open') changeDraft({ folderId });
	}, [state.phase, folderId]);
	const rested = useDebouncedValue(useStableValue({ request: toRequest(draft), folderId }));
	useEffect(() => {
		if (rested.folderId !== null) attributesClient.plan(rested.request);
	}, [rested]);
	return state;
}
