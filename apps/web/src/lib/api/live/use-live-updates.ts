import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionEnded } from '../session-ended.ts';

/** Whether the browser has what telling a page takes; one without goes on polling. */
const canListen = () => 'EventSource' in globalThis && 'BroadcastChannel' in globalThis;

/** Has this page told of what changes, for as long as the session lives. */
export function useLiveUpdates(): void {
	const client = useQueryClient();
	const hasEnded = useSessionEnded();
	useEffect(() => {
		if (hasEnded || !canListen()) return;
		let stop: (() => void) | undefined;
		let isOver = false;
		const start = async () => {
			const { startLiveUpdates } = await import('./live-updates.ts');
			if (!isOver) stop ??= startLiveUpdates(client);
		};
		const pause = () => {
			stop?.();
			stop = undefined;
		};
		// A page that listens could not be kept for going back to.
		const resume = ({ persisted }: PageTransitionEvent) => void (persisted && start());
		window.addEventListener('pagehide', pause);
		window.addEventListener('pageshow', resume);
		// Without it the page goes on polling.
		start().catch((error: unknown) => console.warn('Changes cannot be listened to', error));
		return () => {
			isOver = true;
			pause();
			window.removeEventListener('pagehide', pause);
			window.removeEventListener('pageshow', resume);
		};
	}, [client, hasEnded]);
}
