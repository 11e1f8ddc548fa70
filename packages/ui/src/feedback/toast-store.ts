import { create } from 'zustand';

/** What a toast says; `destructive` is announced at once, the others when there is a pause. */
export interface ToastMessage {
	readonly title: string;
	readonly description?: string | undefined;
	readonly tone?: 'neutral' | 'success' | 'destructive';
	/** By which the server's log names the call that failed; shown in the list of recent messages. */
	readonly requestId?: string | null;
	/** Whether it says why something cannot be done just now. */
	readonly isReason?: boolean;
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

interface ToastState {
	/** The message on show. */
	readonly shown: VisibleToast | null;
	/** What was shown since the page was loaded, newest first. */
	readonly recent: readonly RecentMessage[];
}

export const useToastStore = create<ToastState>(() => ({ shown: null, recent: [] }));

let lastId = 0;

/** Shows a message for five seconds in place of the one before: there is at most one at a time. Returns its id. */
export function showToast(message: ToastMessage): number {
	lastId += 1;
	const shown = { ...message, id: lastId };
	const { recent } = useToastStore.getState();
	useToastStore.setState({ shown, recent: [{ ...shown, shownAt: new Date() }, ...recent].slice(0, recentMessagesMax) });
	return lastId;
}

/** Takes a message away if it is still the one on show; without an id, whichever is. */
export function dismissToast(id?: number): void {
	const { shown } = useToastStore.getState();
	if (shown !== null && (id === undefined || shown.id === id)) useToastStore.setState({ shown: null });
}

/** Says why something cannot be done just now, until `dismissReason` is told that this no longer holds. */
export const showReason = (reason: string): number => showToast({ title: reason, isReason: true });

export function dismissReason(reason: string): void {
	const { shown } = useToastStore.getState();
	if (shown?.isReason === true && shown.title === reason) dismissToast(shown.id);
}

/** Forgets what was shown so far; the message on show stays. */
export const clearRecentMessages = (): void => useToastStore.setState({ recent: [] });
