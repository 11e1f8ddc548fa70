import { createStore } from 'zustand';
import { emptyUpload } from '../../../lib/uploads/upload-view.ts';
import type { LayersUpdate, LayersView } from './layers-views.ts';

export interface LayersState extends LayersUpdate {
	readonly phase: 'empty' | 'reading' | 'read';
	/** The folder that was read last; null while there is none. */
	readonly view: LayersView | null;
	/** Why nothing was read, as a sentence; null for nothing. */
	readonly problem: string | null;
}

export const noLayers: LayersState = {
	phase: 'empty',
	view: null,
	problem: null,
	upload: emptyUpload,
	unhashedCount: 0,
	uploadProblem: null,
};

/** What is known of the folder of layers; it stays while the page is elsewhere, and is apart from what reads it. */
export const layersStore = createStore<LayersState>(() => noLayers);
