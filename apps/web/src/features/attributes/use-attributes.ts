import { useEffect, useSyncExternalStore } from 'react';
import { useRested } from '../../lib/use-rested.ts';
import { type AttributesState, attributesClient } from './attributes-client.ts';
import type { PreviewOrder } from './messages.ts';
import { changeDraft, openDraft, orderOf, useAttributesDraft } from './store.ts';

/** This owner's folder with its preview, which follows the settings once they have rested. */
export function useAttributes(ownerId: string): AttributesState {
	const state = useSyncExternalStore(attributesClient.subscribe, attributesClient.state);
	const draft = useAttributesDraft();
	useEffect(() => attributesClient.open(ownerId, openDraft(ownerId).folderId), [ownerId]);
	const folderId = state.folder?.id ?? null;
	useEffect(() => {
		if (state.phase === 'open') changeDraft({ folderId });
	}, [state.phase, folderId]);
	const order = useRested(JSON.stringify({ order: orderOf(draft), folderId }));
	useEffect(() => {
		const rested = JSON.parse(order) as { order: PreviewOrder; folderId: string | null };
		if (rested.folderId !== null) attributesClient.plan(rested.order);
	}, [order]);
	return state;
}
