import { showToast } from '@adx/ui/toast-store';
import { useEffect, useSyncExternalStore } from 'react';
import { nameOfZip, type Picked } from '../../lib/picked-files.ts';
import { useRested } from '../../lib/use-rested.ts';
import { type AttributesState, attributesClient } from './attributes-client.ts';
import type { PreviewOrder } from './messages.ts';
import { changeDraft, openDraft, orderOf, useAttributesDraft } from './store.ts';
import { attributeTexts } from './texts.ts';

const texts = attributeTexts.pickErrors;

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

/** Takes the folder, the archive or the files that were picked or dropped. */
export async function takePicked(picking: Promise<Picked>): Promise<void> {
	try {
		const { folderFiles, zips, looseFiles } = await attributesClient.list(picking);
		const files = [...folderFiles, ...looseFiles];
		const [zip, ...moreZips] = zips;
		if (files.length === 0 && zip === undefined) return;
		if (moreZips.length > 0 || (zip !== undefined && files.length > 0)) throw new Error(texts.several);
		if (files.length > 0) await attributesClient.pick(files, null);
		else if (zip !== undefined) await attributesClient.pick([{ path: zip.name, blob: zip }], nameOfZip(zip));
	} catch (error) {
		const message = error instanceof Error ? error.message : '';
		showToast({ title: texts.title, description: message || texts.unknown, tone: 'destructive' });
	}
}
