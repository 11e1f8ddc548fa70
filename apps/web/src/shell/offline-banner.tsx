import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { getHttpStatus } from '../lib/api/error-messages.ts';
import { useOffline } from '../lib/api/offline.ts';
import { useSessionEnded } from '../lib/api/session-ended.ts';
import { trpc } from '../lib/api/trpc.ts';
import { measureBanner } from './measured-height.ts';
import { shellTexts } from './shell-texts.ts';

/** While the connection is gone: longer than a call that fails takes. */
const recheckMs = 5_000;

/** Asks the server as soon as the browser says that its connection has gone or come back. */
function useOfflineWatch(): void {
	const { client } = trpc.useUtils();
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stopping = new AbortController();
		const { signal } = stopping;
		async function check() {
			clearTimeout(timer);
			const isReached = await client.auth.config.query(undefined, { signal }).then(
				() => true,
				(error: unknown) => getHttpStatus(error) !== null,
			);
			if (signal.aborted) return;
			const isOffline = !isReached && !navigator.onLine;
			useOffline.setState(isOffline, true);
			if (isOffline) timer = setTimeout(check, recheckMs);
		}
		window.addEventListener('offline', check, { signal });
		window.addEventListener('online', check, { signal });
		if (!navigator.onLine) void check();
		return () => {
			stopping.abort();
			clearTimeout(timer);
			useOffline.setState(false, true);
		};
	}, [client]);
}

/** Tells on every page that the connection is gone, for as long as it is. */
export function OfflineBanner() {
	useOfflineWatch();
	const isOffline = useOffline();
	// The banner of a session that has ended leads on, and has that place.
	const hasEnded = useSessionEnded();
	if (!isOffline || hasEnded) return null;
	return (
		<div
			ref={measureBanner}
			role="alert"
			className="sticky top-[calc(3.5rem+1px)] z-25 flex items-center justify-center gap-3 border-b border-warn bg-surface-3 px-4 py-2 text-text"
		>
			<WifiOff aria-hidden className="size-5 shrink-0 text-warn max-sm:hidden" />
			<p>{shellTexts.offline}</p>
		</div>
	);
}
