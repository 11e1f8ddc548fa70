import type { LayerFinding } from '@adx/collection/layers/layer-project';
import type { LayerSteering } from '@adx/validators/generation/layer-list';
import type { UploadView } from '../../../lib/uploads/upload-view.ts';

/** One trait of a folder that was read. */
export interface LayerView {
	readonly name: string;
	readonly values: readonly { readonly name: string; readonly weight: number; readonly count: number | null }[];
}

/** Images that are drawn from the same layers. */
export interface LayerSetView {
	/** How many images the folder asks for; null where it does not say. */
	readonly size: number | null;
	readonly layers: readonly LayerView[];
	/** Rules that the folder brings. */
	readonly ruleCount: number;
}

/** A folder of layers as the page shows it. */
export interface LayersView {
	/** Another one each time something is read. */
	readonly id: string;
	readonly name: string;
	/** Pictures that some value shows. */
	readonly pictureCount: number;
	/** '1,024 × 1,024 px'; null where there is none. */
	readonly pixels: string | null;
	readonly sets: readonly LayerSetView[];
	/** Errors first. */
	readonly findings: readonly LayerFinding[];
	/** Whether images can be drawn from it. */
	readonly isUsable: boolean;
}

/** What the worker reports by itself. */
export interface LayersUpdate {
	readonly upload: UploadView;
	/** Pictures whose hashes are still to be computed before they can be sent. */
	readonly unhashedCount: number;
	/** Why these layers can never be ordered as they are, as a sentence; null where nothing was refused. */
	readonly uploadProblem: string | null;
}

/** What is planned from the folder that was read last. */
export interface LayersPlanRequest {
	/** The folder's. */
	readonly id: string;
	readonly batchSize: number;
	/** By set. */
	readonly steering: readonly LayerSteering[];
}

/** Tells a trait from those of other sets: '0/Background'. */
export const toTraitKey = (set: number, name: string): string => `${set}/${name}`;

export function parseTraitKey(key: string): { readonly set: number; readonly name: string } {
	const slash = key.indexOf('/');
	return { set: Number(key.slice(0, slash)), name: key.slice(slash + 1) };
}
