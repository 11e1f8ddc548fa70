import type { ChangeEvent } from '@adx/validators/live';
import superjson, { type SuperJSONResult } from 'superjson';

/** What happened, and what the stream goes on after. */
export type LiveEvent = ChangeEvent & { readonly id: string };

export interface LiveStreamOptions {
	/** What the stream goes on after; null for the beginning. */
	readonly lastEventId: () => string | null;
	/** Called whenever the server is heard, with an event or only with a sign of life. */
	readonly onHeard: (event: LiveEvent | null) => void;
	/** Called when the stream is cut, or could not be opened. */
	readonly onCut: () => void;
}

/** More than two signs of life apart: a stream that is silent for so long is cut somewhere on the way. */
const silenceMaxMs = 12_000;
/** The server ends a stream when a session is replaced or it starts again itself: then the next try mostly succeeds. */
const afterEndMs = 500;
const retryMinMs = 2_000;
const retryMaxMs = 60_000;

/**
 * Keeps the subscription `live.changes` open until it is stopped. tRPC's own `httpSubscriptionLink` speaks the same
 * events, but stands in a module of the first load and would make that 2.3 kB larger.
 */
export function openLiveStream({ lastEventId, onHeard, onCut }: LiveStreamOptions): () => void {
	let tries = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let source: EventSource;

	function retryIn(ms: number): void {
		source.close();
		onCut();
		clearTimeout(timer);
		// Not all pages at the same moment.
		timer = setTimeout(connect, ms * (1 + Math.random()));
	}

	function hear(event: LiveEvent | null): void {
		tries = 0;
		clearTimeout(timer);
		timer = setTimeout(() => retryIn(0), silenceMaxMs);
		onHeard(event);
	}

	function fail(): void {
		tries += 1;
		retryIn(Math.min(retryMaxMs, retryMinMs * 2 ** (tries - 1)));
	}

	function connect(): void {
		const id = lastEventId();
		const input = id === null ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: { lastEventId: id } }))}`;
		source = new EventSource(`/trpc/live.changes${input}`);
		timer = setTimeout(fail, silenceMaxMs);
		source.addEventListener('connected', () => hear(null));
		source.addEventListener('ping', () => hear(null));
		source.addEventListener('message', ({ data, lastEventId: eventId }: MessageEvent<string>) => {
			hear({ ...superjson.deserialize<ChangeEvent>(JSON.parse(data) as SuperJSONResult), id: eventId });
		});
		source.addEventListener('return', () => retryIn(afterEndMs));
		source.addEventListener('serialized-error', fail);
		// The browser would connect again by itself, but not after every answer, and all pages at the same moment.
		source.addEventListener('error', fail);
	}

	connect();
	return () => {
		clearTimeout(timer);
		source.close();
	};
}
