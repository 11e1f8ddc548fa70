/** What a toast says; `destructive` is announced at once, the others when there is a pause. */
export interface ToastMessage {
	readonly title: string;
	readonly description?: string | undefined;
	readonly tone?: 'neutral' | 'success' | 'destructive';
}

/** The message on show; `id` changes with every message so that each is announced and timed anew. */
export interface ShownToast extends ToastMessage {
	readonly id: number;
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
	shown = next;
	for (const listener of listeners) listener();
}

/** Shows a message for five seconds in place of the one before: there is at most one at a time. */
export function showToast(message: ToastMessage): void {
	lastId += 1;
	set({ ...message, id: lastId });
}

/** Takes a message away if it is still the one on show; without an id, whichever is. */
export function dismissToast(id?: number): void {
	if (shown !== null && (id === undefined || shown.id === id)) set(null);
}

/** Source for `useSyncExternalStore`. */
export const toastStore = {
	subscribe(listener: () => void): () => void {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
	current: (): ShownToast | null => shown,
};
