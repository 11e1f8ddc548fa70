import { create } from 'zustand';
import { readSession, writeSession } from './browser-storage.ts';

/**
 * What one owner has typed in this tab, as a hook that rerenders on every change.
 * @param createEmpty also fills in what a draft of an older version lacks
 */
export function sessionDraft<Draft extends { readonly ownerId: string }>(
	storageKey: string,
	createEmpty: (ownerId: string) => Draft,
) {
	const useDraft = create<Draft>(() => createEmpty(''));
	const { getState, setState, subscribe } = useDraft;
	subscribe((draft) => writeSession(storageKey, JSON.stringify(draft)));

	return {
		use: useDraft,
		current: getState,
		change: (changes: Partial<Draft>): void => setState(changes),
		/** Forgets everything. */
		clear: (): void => setState(createEmpty(''), true),
		/** Takes up what this owner had in this tab, also before a reload; from then on that is the draft. */
		open(ownerId: string): Draft {
			if (getState().ownerId !== ownerId) {
				const stored = JSON.parse(readSession(storageKey) ?? 'null') as Draft | null;
				setState(stored?.ownerId === ownerId ? { ...createEmpty(ownerId), ...stored } : createEmpty(ownerId), true);
			}
			return getState();
		},
	};
}
