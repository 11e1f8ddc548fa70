import { useEffect, useState } from 'react';

/** How often a picture that did not come is asked for again, and the wait before the first time; it doubles. */
const retries = 4;
const firstWaitMs = 2_000;

/**
 * Whether a picture cannot be shown right now. One that did not come is tried again a few times, and whenever the browser
 * is back online: a connection that was away for a moment must not leave holes in the page.
 *
 * @param url the picture's address; null for none
 */
export function usePictureRetry(url: string | null): { readonly hasFailed: boolean; readonly onError: () => void } {
	const [failure, setFailure] = useState<{ readonly url: string; readonly times: number } | null>(null);
	const [isTrying, setTrying] = useState(false);
	const current = failure?.url === url ? failure : null;

	useEffect(() => {
		if (current === null) return;
		const tryAgain = () => setTrying(true);
		window.addEventListener('online', tryAgain);
		const wait =
			current.times > retries ? undefined : window.setTimeout(tryAgain, firstWaitMs * 2 ** (current.times - 1));
		return () => {
			window.removeEventListener('online', tryAgain);
			window.clearTimeout(wait);
		};
	}, [current]);

	return {
		hasFailed: current !== null && !isTrying,
		onError() {
			if (url === null) return;
			setTrying(false);
			setFailure({ url, times: (current?.times ?? 0) + 1 });
		},
	};
}
