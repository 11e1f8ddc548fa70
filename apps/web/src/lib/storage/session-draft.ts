import { useSyncExternalStore } from 'react';
import { readSession, writeSession } from './browser-storage.ts';

/** What one owner has typed in this tab. */
export interface SessionDraft<Draft extends { readonly ownerId: string }> {
	readonly current: () => Draft;
	/** Takes up what this owner had in this tab, also before a reload; from then on that is the draft. */
	readonly open: (ownerId: string) => Draft;
	/** Forgets everything. */
	readonly clear: () => void;
	readonly change: (changes: Partial<Draft>) => void;
	/** A hook: rerenders on every change. */
	readonly use: () => Draft;
}

/** @param emptyOf also fills in what a draft of an older version lacks */
export function sessionDraft<Draft extends { readonly ownerId: string }>(
	storageKey: string,
	createEmpty: (ownerId: string) => Draft,
): SessionDraft<Draft> {
	let draft = createEmpty('');
	const listeners = new Set<() => void>();
	const current = () => draft;

	function set(next: Draft): void {
		draft = next;
		writeSession(storageKey, JSON.stringify(draft));
		for (const listener of listeners) listener();
	}
	function subscribe(listener: () => void): () => void {
		listeners.add(listener);
		return () => listeners.delete(listener);
	}

	return {
		current,
		open(ownerId) {
			if (draft.ownerId === ownerId) return draft;
			const stored = JSON.parse(readSession(storageKey) ?? 'null') as Draft | null;
			set(stored?.ownerId === ownerId ? { ...createEmpty(ownerId), ...stored } : createEmpty(ownerId));
			return draft;
		},
		clear: () => set(createEmpty('')),
		change: (changes) => set({ ...draft, ...changes }),
		use: () => useSyncExternalStore(subscribe, current),
	};
}
