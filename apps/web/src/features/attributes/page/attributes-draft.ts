import type { AttributeTrait } from '@adx/collection/attributes/attribute-columns';
import { newSeed } from '../../../lib/random-ids.ts';
import { sessionDraft } from '../../../lib/storage/owner-draft.ts';
import type { PreviewRequest } from '../worker/attributes-views.ts';

export type Weights = Readonly<Partial<Record<AttributeTrait, Readonly<Record<string, number>>>>>;

/** What this tab holds while somebody works on a folder, also across reloads. */
export interface AttributesDraft {
	readonly ownerId: string;
	readonly folderId: string | null;
	readonly projectName: string;
	readonly symbol: string;
	readonly seed: string;
	/** Counts where no seed is typed. */
	readonly spareSeed: string;
	readonly existingTraits: 'keep' | 'replace';
	readonly weights: Weights;
	/** The run that was started last from here, and what it was started with, as `toRunSubject` has it. */
	readonly lastRun: { readonly jobId: string; readonly subject: string } | null;
}

const emptyDraft = (ownerId: string): AttributesDraft => ({
	ownerId,
	folderId: null,
	projectName: '',
	symbol: '',
	seed: newSeed(),
	spareSeed: newSeed(),
	existingTraits: 'keep',
	weights: {},
	lastRun: null,
});

const draft = sessionDraft('adx_attributes_draft', emptyDraft);
export const { open: openDraft, clear: clearDraft, change: changeDraft, use: useAttributesDraft } = draft;

/** Null takes the weight back. */
export function setWeight(trait: AttributeTrait, value: string, weight: number | null): void {
	const { [value]: _before, ...others } = draft.current().weights[trait] ?? {};
	const own = weight === null ? others : { ...others, [value]: weight };
	const { [trait]: _own, ...rest } = draft.current().weights;
	changeDraft({ weights: Object.keys(own).length === 0 ? rest : { ...rest, [trait]: own } });
}

/** Takes all weights of a trait back; of every trait without one. */
export function resetWeights(trait?: AttributeTrait): void {
	if (trait === undefined) changeDraft({ weights: {} });
	else {
		const { [trait]: _own, ...rest } = draft.current().weights;
		changeDraft({ weights: rest });
	}
}

/** What tells one preview from another: what is set, and for which folder. */
export const toRunSubject = (draft: AttributesDraft): string =>
	JSON.stringify({ ...toRequest(draft), folderId: draft.folderId });

/** What a draft orders, for the preview as of the server. */
export function toRequest({
	existingTraits,
	seed,
	spareSeed,
	weights,
	projectName,
	symbol,
}: AttributesDraft): PreviewRequest {
	const own = { projectName: projectName.trim(), symbol: symbol.trim() };
	return {
		existingTraits,
		seed: seed.trim() || spareSeed,
		weights,
		...(own.projectName === '' ? {} : { projectName: own.projectName }),
		...(own.symbol === '' ? {} : { symbol: own.symbol }),
	};
}
