import { showToast } from '@adx/ui/toast-store';
import { readSession, removeSession, writeSession } from './browser-storage.ts';

const key = 'adx_toast_after_reload';

/** Keeps a success message for the page that a reload is about to bring. */
export function keepToastForReload(title: string, description: string): void {
	writeSession(key, JSON.stringify([title, description]));
}

/** Shows a kept message once; call when the page has started. */
export function showKeptToast(): void {
	const kept = readSession(key);
	if (kept === null) return;
	removeSession(key);
	const [title, description] = JSON.parse(kept) as [string, string];
	showToast({ title, description, tone: 'success' });
}
