import { showToast } from '@adx/ui/feedback/toast-store';
import { readSession, removeSession, writeSession } from './browser-storage.ts';

const key = 'adx_toast_after_reload';

/** Keeps a success message for the page that a reload is about to bring. */
export function storeToastForReload(title: string, description: string): void {
	writeSession(key, JSON.stringify([title, description]));
}

/** Shows a kept message once; call when the page has started. Anything else that lies there is thrown away. */
export function showStoredToast(): void {
	const stored = readSession(key);
	if (stored === null) return;
	removeSession(key);
	const message = parseStoredToast(stored);
	if (message === null) return;
	const [title, description] = message;
	showToast({ title, description, tone: 'success' });
}

/** Null for what `storeToastForReload` did not write. */
function parseStoredToast(stored: string): readonly [string, string] | null {
	try {
		const parsed: unknown = JSON.parse(stored);
		if (!Array.isArray(parsed)) return null;
		const [title, description]: unknown[] = parsed;
		return typeof title === 'string' && typeof description === 'string' ? [title, description] : null;
	} catch {
		return null;
	}
}
