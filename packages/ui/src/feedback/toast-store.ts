/** What a toast says; `destructive` is announced at once, the others when there is a pause. */
export interface ToastMessage {
	readonly title: string;
	readonly description?: string | undefined;
	readonly tone?: 'neutral' | 'success' | 'destructive';
	/** By which the server's log names the call that failed; told in the list of recent messages. */
	readonly requestId?: string | null;
}

/** The message on show; `id` changes with every message so that each is announced and timed again. */
export interface VisibleToast extends ToastMessage {
	readonly id: number;
}

/** A message that was shown, with the moment it was. */
export interface RecentMessage extends VisibleToast {
	readonly shownAt: Date;
}

/** The number of messages kept to read again. */
export const recentMessagesMax = 50;

let shown: VisibleToast | null = null;
let recent: readonly RecentMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: VisibleToast | null): void {
	shown = next;
	for (const listener of listeners) listener();
}

/** Shows a message for five seconds in place of the one before: there is at most one at a time. */
export function showToast(message: ToastMessage): void {
	lastId += 1;
	const toast = { ...message, id: lastId };
	recent = [{ ...toast, shownAt: new Date() }, ...recent].slice(0, recentMessagesMax);
	set(toast);
}

/** Takes a message away if it is still the one on show; without an id, whichever is. */
export function dismissToast(id?: number): void {
	if (shown !== null && (id === undefined || shown.id === id)) set(null);
}

/** Forgets what was shown so far; the message on show stays. */
export function clearRecentMessages(): void {
	recent = [];
	set(shown);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** What was shown since the page was loaded, newest first; source for `useSyncExternalStore`. */
export const recentMessageStore = { subscribe, current: (): readonly RecentMessage[] => recent };

/** The message on show; source for `useSyncExternalStore`. */
export const toastStore = {
	subscribe,
	current: (): VisibleToast | null => shown,
};
