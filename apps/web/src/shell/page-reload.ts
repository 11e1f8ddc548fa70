import { showToast } from '@adx/ui/feedback/toast-store';
import { createContext, useContext } from 'react';
import { shellTexts } from './shell-texts.ts';

/** How the page is reloaded; tests replace it. */
export const PageReloadContext = createContext<() => void>(() => window.location.reload());

export async function reachesServer(): Promise<boolean> {
	try {
		await fetch('/healthz', { cache: 'no-store' });
		return true;
	} catch {
		return false;
	}
}

/** Does something once the server answers; says so where it does not. */
export async function whenReached(run: () => void): Promise<void> {
	if (await reachesServer()) run();
	else showToast({ title: shellTexts.failed.notReached, tone: 'destructive' });
}

export const usePageReload = () => useContext(PageReloadContext);

/**
 * Reloads a page that failed where the server answers: without it, the browser's own error would take the page's place.
 */
export function useReloadOnceReached(): () => void {
	const reload = usePageReload();
	return () => void whenReached(reload);
}
