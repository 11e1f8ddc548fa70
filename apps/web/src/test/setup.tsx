import '@testing-library/jest-dom/vitest';
import { clearRecentMessages, dismissToast } from '@adx/ui/feedback/toast-store';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { clearFormCache } from '../features/create/form/form-cache.ts';
import { clearSessionEnded } from '../lib/api/session-ended.ts';
import { clearMemoryFallback } from '../lib/storage/browser-storage.ts';
import { Root } from '../root.tsx';
import { api } from './api.ts';
import { warmUp } from './job-server.ts';

// What jsdom leaves out and every browser has.
window.matchMedia ??= (media) =>
	Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as MediaQueryList;
HTMLCanvasElement.prototype.getContext = () => null;
window.scrollTo = () => {};
// A promise, as browsers return by now: code that returns it to React as an effect's cleanup fails here too.
Element.prototype.scrollIntoView ??= () => Promise.resolve();
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
globalThis.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};

/** Call once at the top of a test file: starts the API, loads the app, and leaves nothing behind between tests. */
export function usePage(): void {
	beforeAll(() => api.listen({ onUnhandledFrame: 'error' }));
	// Here once, on its own time: a machine that is busy takes longer to compile it than a test may wait for a page.
	beforeAll(warmUp);
	afterEach(() => {
		cleanup();
		act(() => dismissToast());
		act(() => clearRecentMessages());
		clearFormCache();
		clearSessionEnded();
		// It outlives the file that told it of a lost connection, and the next file's mutations would wait for one.
		onlineManager.setOnline(true);
		api.resetHandlers();
		localStorage.clear();
		clearMemoryFallback();
		sessionStorage.clear();
		window.history.replaceState(null, '', '/');
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
	afterAll(() => api.close());
}

/** Opens the product at an address, as a browser would. */
export function openPage(path = '/'): Record<'reload' | 'openUrl', ReturnType<typeof vi.fn>> {
	window.history.replaceState(null, '', path);
	const leavePage = { reload: vi.fn(), openUrl: vi.fn() };
	render(<Root {...leavePage} />);
	return leavePage;
}

/**
 * For tests: waits for the form with all of its sections and its button; those that are not on show are drawn after the one
 * that is, and what stands in the bottom bar after the page.
 */
export async function findForm() {
	// The first one in a file also compiles the page.
	const form = await screen.findByRole('form', { name: 'Create characters' }, { timeout: 12_000 });
	await waitFor(() => expect(form.querySelector('[data-form-section]:empty')).toBeNull());
	await waitFor(() => expect(document.querySelector('button[type="submit"]')).not.toBeNull());
}

/** The browser brings the page back out of its memory, which asks the server again who this is. */
export const restorePage = () => fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
