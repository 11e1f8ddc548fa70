import { useEffect } from 'react';
import { readSession, writeSession } from '../lib/storage/browser-storage.ts';
import { reachesServer, usePageReload } from './page-reload.ts';

const message = 'A part of this page could not be fetched: the server was not reached.';
const lastReloadKey = 'adx-reload-after-failed-import';
const pauseMs = 60_000;
const retryAfterMs = 5_000;

/**
 * Lets a page whose code could not be fetched fail in its place. The router would load the whole product again, and where
 * the network is away that leaves nothing but the browser's own error, without whatever was typed.
 */
export function keepPageOnFailedImport(): void {
	window.addEventListener('vite:preloadError', ({ payload }) => {
		payload.message = message;
	});
}

export const isFailedImport = (error: unknown): boolean => error instanceof Error && error.message === message;

/**
 * Reloads a page whose code could not be fetched once the server answers: many browsers remember that a module failed and
 * never ask for it again. At most once a minute, so that code which is really broken ends at its message; and not while
 * the network is away, where the browser would show an error of its own.
 */
export function useReloadAfterFailedImport(error: unknown): void {
	const reload = usePageReload();
	const isFailed = isFailedImport(error);
	useEffect(() => {
		if (!isFailed || Date.now() - Number(readSession(lastReloadKey)) < pauseMs) return;
		let isShown = true;
		let timer: ReturnType<typeof setTimeout> | undefined;
		async function reloadOnceReached() {
			clearTimeout(timer);
			const isReached = await reachesServer();
			if (!isShown) return;
			clearTimeout(timer);
			if (isReached) {
				isShown = false;
				writeSession(lastReloadKey, String(Date.now()));
				reload();
			} else timer = setTimeout(reloadOnceReached, retryAfterMs);
		}
		void reloadOnceReached();
		window.addEventListener('online', reloadOnceReached);
		return () => {
			isShown = false;
			clearTimeout(timer);
			window.removeEventListener('online', reloadOnceReached);
		};
	}, [isFailed, reload]);
}
