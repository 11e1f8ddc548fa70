import { useSyncExternalStore } from 'react';

let ended = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
	if (ended === next) return;
	ended = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The server no longer knows this browser's session; polling stops until someone signs in again. */
export const markSessionEnded = () => set(true);
export const clearSessionEnded = () => set(false);
export const isSessionEnded = () => ended;

export function useSessionEnded(): boolean {
	return useSyncExternalStore(subscribe, isSessionEnded, isSessionEnded);
}
