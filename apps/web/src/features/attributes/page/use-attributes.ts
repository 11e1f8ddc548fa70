import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { useEffect, useSyncExternalStore } from 'react';
import { type AttributesState, attributesClient } from '../worker/attributes-client.ts';
import type { PreviewRequest } from '../worker/attributes-views.ts';
import { changeDraft, openDraft, toRequest, useAttributesDraft } from './attributes-draft.ts';

/** This owner's folder with its preview, which follows the settings once they have rested. */
export function useAttributes(ownerId: string): AttributesState {
	const state = useSyncExternalStore(attributesClient.subscribe, attributesClient.state);
	const draft = useAttributesDraft();
	useEffect(() => attributesClient.open(ownerId, openDraft(ownerId).folderId), [ownerId]);
	const folderId = state.folder?.id ?? null;
	useEffect(() => {
		if (state.phase === 'open') changeDraft({ folderId });
	}, [state.phase, folderId]);
	const order = useDebouncedValue(JSON.stringify({ order: toRequest(draft), folderId }));
	useEffect(() => {
		const rested = JSON.parse(order) as { order: PreviewRequest; folderId: string | null };
		if (rested.folderId !== null) attributesClient.plan(rested.order);
	}, [order]);
	return state;
}
