import type { QueryClient } from '@tanstack/react-query';
import { createChangedQueries } from './changed-queries.ts';
import { setLive } from './live-state.ts';
import { type LiveEvent, openLiveStream } from './live-stream.ts';

/** What the tab with the stream tells the others. */
type Message = { readonly kind: 'heard'; readonly event: LiveEvent | null } | { readonly kind: 'cut' };

const name = 'adx-live';
/** Longer than a silent stream counts as alive: the tab that holds it may be frozen. */
const silenceMaxMs = 15_000;

/**
 * Asks for what changed as the server tells it, until it is stopped. Of all tabs of a browser one holds the stream, and
 * passes on what it hears; when it is closed, the next one goes on after the same event. A browser without locks keeps a
 * stream in each tab.
 */
export function startLiveUpdates(client: QueryClient): () => void {
	const changed = createChangedQueries(client);
	const channel = new BroadcastChannel(name);
	const stopping = new AbortController();
	let lastEventId: string | null = null;
	let silence: ReturnType<typeof setTimeout> | undefined;

	function onCut(): void {
		clearTimeout(silence);
		setLive(false);
		// Polls that rest would come a minute later: they are set again.
		for (const query of client.getQueryCache().findAll({ type: 'active' })) {
			for (const observer of query.observers) observer.setOptions(observer.options);
		}
	}

	function onHeard(event: LiveEvent | null): void {
		clearTimeout(silence);
		silence = setTimeout(onCut, silenceMaxMs);
		setLive(true);
		if (event === null) return;
		lastEventId = event.id;
		changed.refetch(event);
	}

	channel.onmessage = ({ data }: MessageEvent<Message>) => {
		if (data.kind === 'cut') onCut();
		else onHeard(data.event);
	};

	const hold = () =>
		new Promise<void>((resolve) => {
			const close = openLiveStream({
				lastEventId: () => lastEventId,
				onHeard: (event) => {
					onHeard(event);
					channel.postMessage({ kind: 'heard', event } satisfies Message);
				},
				onCut: () => {
					onCut();
					channel.postMessage({ kind: 'cut' } satisfies Message);
				},
			});
			stopping.signal.addEventListener('abort', () => {
				close();
				resolve();
			});
		});
	// Rejects when it is stopped while another tab holds it.
	if ('locks' in navigator) navigator.locks.request(name, { signal: stopping.signal }, hold).catch(() => {});
	else void hold();

	return () => {
		stopping.abort();
		channel.close();
		changed.stop();
		onCut();
	};
}
