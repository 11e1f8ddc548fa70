import type { z } from 'zod';
import { create } from 'zustand';
import { readSession, removeLocal, writeSession } from './browser-storage.ts';
import { readStored, writeStored } from './stored-records.ts';

interface Owned {
	readonly ownerId: string;
}

/** What one owner has typed, as a hook that rerenders on every change. */
function ownerDraft<Draft extends Owned>(
	createEmpty: (ownerId: string) => Draft,
	read: (ownerId: string) => Partial<Draft> | null,
) {
	const useDraft = create<Draft>(() => createEmpty(''));
	const { getState, setState, subscribe } = useDraft;
	return {
		subscribe,
		draft: {
			use: useDraft,
			current: getState,
			change: (changes: Partial<Draft>): void => setState(changes),
			/** Forgets everything. */
			clear: (): void => setState(createEmpty(''), true),
			/** Takes up what this owner had, also before a reload; from then on that is the draft. */
			open(ownerId: string): Draft {
				setState({ ...createEmpty(ownerId), ...read(ownerId), ownerId }, true);
				return getState();
			},
		},
	};
}

/**
 * A draft of this tab.
 * @param createEmpty also fills in what a draft of an older version lacks
 */
export function sessionDraft<Draft extends Owned>(storageKey: string, createEmpty: (ownerId: string) => Draft) {
	const { draft, subscribe } = ownerDraft<Draft>(createEmpty, (ownerId) => {
		const stored = JSON.parse(readSession(storageKey) ?? 'null') as Draft | null;
		return stored?.ownerId === ownerId ? stored : null;
	});
	subscribe((changed) => writeSession(storageKey, JSON.stringify(changed)));
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
	const { draft } = ownerDraft<Draft>(createEmpty, (ownerId) => readStored(prefix + ownerId, schema));
	const toKey = () => prefix + draft.current().ownerId;
	return {
		...draft,
		change(changes: Partial<Draft>): void {
			draft.change(changes);
			writeStored(toKey(), draft.current());
		},
		clear(): void {
			removeLocal(toKey());
			draft.clear();
		},
	};
}
