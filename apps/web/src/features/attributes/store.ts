import type { AttributeTrait } from '@adx/collection/attribute-plan';
import { useSyncExternalStore } from 'react';
import { readSession, writeSession } from '../../lib/browser-storage.ts';
import type { PreviewOrder } from './messages.ts';

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
	/** The run that was started last from here, and what it was started with. */
	readonly lastRun: { readonly jobId: string; readonly order: string } | null;
}

const storageKey = 'adx_attributes_draft';

/** 16 hex digits. */
export function newSeed(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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

let draft = emptyDraft('');
const listeners = new Set<() => void>();

function set(next: AttributesDraft): void {
	draft = next;
	writeSession(storageKey, JSON.stringify(draft));
	for (const listener of listeners) listener();
}

/** Takes up what this owner had in this tab, also before a reload. */
export function openDraft(ownerId: string): AttributesDraft {
	if (draft.ownerId === ownerId) return draft;
	const kept = JSON.parse(readSession(storageKey) ?? 'null') as AttributesDraft | null;
	set(kept?.ownerId === ownerId ? { ...emptyDraft(ownerId), ...kept } : emptyDraft(ownerId));
	return draft;
}

/** Forgets everything. */
export function clearDraft(): void {
	set(emptyDraft(''));
}

export function changeDraft(changes: Partial<AttributesDraft>): void {
	set({ ...draft, ...changes });
}

/** Null takes the weight back. */
export function changeWeight(trait: AttributeTrait, value: string, weight: number | null): void {
	const { [value]: _before, ...others } = draft.weights[trait] ?? {};
	const own = weight === null ? others : { ...others, [value]: weight };
	const { [trait]: _own, ...rest } = draft.weights;
	changeDraft({ weights: Object.keys(own).length === 0 ? rest : { ...rest, [trait]: own } });
}

/** Takes all weights of a trait back; of every trait without one. */
export function resetWeights(trait?: AttributeTrait): void {
	if (trait === undefined) changeDraft({ weights: {} });
	else {
		const { [trait]: _own, ...rest } = draft.weights;
		changeDraft({ weights: rest });
	}
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useAttributesDraft = (): AttributesDraft => useSyncExternalStore(subscribe, () => draft);

/** What a draft orders, for the preview as of the server. */
export function orderOf({
	existingTraits,
	seed,
	spareSeed,
	weights,
	projectName,
	symbol,
}: AttributesDraft): PreviewOrder {
	const own = { projectName: projectName.trim(), symbol: symbol.trim() };
	return {
		existingTraits,
		seed: seed.trim() || spareSeed,
		weights,
		...(own.projectName === '' ? {} : { projectName: own.projectName }),
		...(own.symbol === '' ? {} : { symbol: own.symbol }),
	};
}
