import { type MergeFixes, type MergeOrder, mergeFixesSchema } from '@adx/validators/merge';
import { useSyncExternalStore } from 'react';
import { readSession, writeSession } from '../../lib/browser-storage.ts';

/** What the 'Merge Settings' hold while they are being filled. */
export interface MergeDraft {
	readonly ownerId: string;
	readonly projectName: string;
	readonly description: string;
	readonly order: MergeOrder;
	readonly seed: string;
	readonly naming: 'renumber' | 'keep';
	readonly fixes: Omit<MergeFixes, 'renames'>;
	/** In the order they were added; empty ones are still being typed. */
	readonly renames: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

const storageKey = 'adx_merge_draft';
const { renames: _renames, ...usualFixes } = mergeFixesSchema.parse({});

const emptyDraft = (ownerId: string): MergeDraft => ({
	ownerId,
	projectName: '',
	description: '',
	order: 'keep',
	seed: '',
	naming: 'renumber',
	fixes: usualFixes,
	renames: [],
});

let draft = emptyDraft('');
const listeners = new Set<() => void>();

function set(next: MergeDraft): void {
	draft = next;
	writeSession(storageKey, JSON.stringify(draft));
	for (const listener of listeners) listener();
}

/** Takes up what this owner had typed in this tab, also before a reload. */
export function openDraft(ownerId: string): void {
	if (draft.ownerId === ownerId) return;
	const kept = JSON.parse(readSession(storageKey) ?? 'null') as MergeDraft | null;
	set(kept?.ownerId === ownerId ? { ...emptyDraft(ownerId), ...kept } : emptyDraft(ownerId));
}

/** Forgets what was typed. */
export function clearDraft(): void {
	set(emptyDraft(''));
}

export function changeDraft(changes: Partial<MergeDraft>): void {
	set({ ...draft, ...changes });
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useMergeDraft = (): MergeDraft => useSyncExternalStore(subscribe, () => draft);

/** The renames that are complete. */
export function renamesOf({ renames }: Pick<MergeDraft, 'renames'>): Record<string, string> {
	const complete = renames.filter(({ from, to }) => from.trim() !== '' && to.trim() !== '');
	return Object.fromEntries(complete.map(({ from, to }) => [from.trim(), to.trim()]));
}
