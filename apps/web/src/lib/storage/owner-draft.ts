import type { z } from 'zod';
import { create } from 'zustand';
import { readSession, removeLocal, writeSession } from './browser-storage.ts';
import { readStored, writeStored } from './stored-records.ts';

interface Owned {
	readonly ownerId: string;
}

interface DraftStorage<Draft> {
	/** What this owner had, as far as it is there. */
	readonly read: (ownerId: string) => Partial<Draft> | null;
	readonly write: (draft: Draft) => void;
	readonly remove?: (ownerId: string) => void;
}

/** What one owner has typed, as a hook that rerenders on every change. */
function ownerDraft<Draft extends Owned>(createEmpty: (ownerId: string) => Draft, storage: DraftStorage<Draft>) {
	const useDraft = create<Draft>(() => createEmpty(''));
	const { getState, setState, subscribe } = useDraft;
	subscribe(storage.write);

	return {
		use: useDraft,
		current: getState,
		change: (changes: Partial<Draft>): void => setState(changes),
		/** Forgets everything. */
		clear(): void {
			storage.remove?.(getState().ownerId);
			setState(createEmpty(''), true);
		},
		/** Takes up what this owner had, also before a reload; from then on that is the draft. */
		open(ownerId: string): Draft {
			setState({ ...createEmpty(ownerId), ...storage.read(ownerId), ownerId }, true);
			return getState();
		},
	};
}

/**
 * A draft of this tab.
 * @param createEmpty also fills in what a draft of an older version lacks
 */
export function sessionDraft<Draft extends Owned>(storageKey: string, createEmpty: (ownerId: string) => Draft) {
	const draft = ownerDraft<Draft>(createEmpty, {
		read: (ownerId) => {
			const stored = JSON.parse(readSession(storageKey) ?? 'null') as Draft | null;
			return stored?.ownerId === ownerId ? stored : null;
		},
		write: (changed) => writeSession(storageKey, JSON.stringify(changed)),
	});
	return {
		...draft,
		open: (ownerId: string): Draft => (draft.current().ownerId === ownerId ? draft.current() : draft.open(ownerId)),
	};
}

/**
 * A draft that this browser keeps when the tab is closed, each owner's under a key of its own. Another tab that goes on with
 * it opens it again.
 */
export function storedDraft<Draft extends Owned>(
	prefix: string,
	schema: z.ZodType<Partial<Draft>>,
	createEmpty: (ownerId: string) => Draft,
) {
	return ownerDraft<Draft>(createEmpty, {
		read: (ownerId) => readStored(prefix + ownerId, schema),
		write: (draft) => {
			if (draft.ownerId !== '') writeStored(prefix + draft.ownerId, draft);
		},
		remove: (ownerId) => removeLocal(prefix + ownerId),
	});
}
