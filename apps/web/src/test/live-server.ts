import type { ChangeEvent } from '@adx/validators/live';
import { HttpResponse, http } from 'msw';
import superjson from 'superjson';
import { onTestFinished, vi } from 'vitest';
import { api } from './api.ts';

/** The part of a browser's EventSource that is used, over fetch, which msw answers; jsdom has none. It never connects again. */
class FetchedEventSource extends EventTarget {
	readonly #url: string;
	#isClosed = false;
	#lastEventId = '';

	constructor(url: string | URL) {
		super();
		this.#url = String(url);
		void this.#connect();
	}

	/** The answer is read on, since undici takes a mocked one that is aborted for broken. */
	close(): void {
		this.#isClosed = true;
	}

	async #connect(): Promise<void> {
		try {
			const response = await fetch(this.#url);
			if (!response.ok || response.body === null) throw new Error('refused');
			let text = '';
			for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
				const blocks = (text + chunk).split('\n\n');
				text = blocks.pop() ?? '';
				for (const block of blocks) this.#dispatch(block);
			}
		} catch {
			// As one that was cut.
		}
		if (!this.#isClosed) this.dispatchEvent(new Event('error'));
	}

	#dispatch(block: string): void {
		if (this.#isClosed) return;
		const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
		this.#lastEventId = fields.get('id') ?? this.#lastEventId;
		const data = { data: fields.get('data') ?? '', lastEventId: this.#lastEventId };
		this.dispatchEvent(Object.assign(new Event(fields.get('event') ?? 'message'), data));
	}
}

/** The server's side of the streams that pages hold. */
export interface LiveServer {
	/** What each connection so far wanted to go on after; '' for none. */
	readonly connections: string[];
	/** While it is false new streams are refused. */
	isUp: boolean;
	/** Says no more that it is there. */
	fallSilent(): void;
	/** Tells every listening page. */
	tell(id: string, event: Partial<ChangeEvent>): void;
	/** Cuts all streams, as an outage does. */
	cut(): void;
	/** Ends all streams, as a server does that is started again. */
	end(): void;
}

/** Gives the browser an EventSource, until the end of the test, and answers `live.changes`. */
export function serveChanges(): LiveServer {
	vi.stubGlobal('EventSource', FetchedEventSource);
	const open = new Set<ReadableStreamDefaultController<string>>();
	const send = (text: string) => {
		for (const stream of open) stream.enqueue(`${text}\n\n`);
	};
	const pings = setInterval(() => send('event: ping\ndata: '), 5_000);
	onTestFinished(() => {
		clearInterval(pings);
		server.end();
		vi.unstubAllGlobals();
	});
	const server: LiveServer = {
		connections: [],
		isUp: true,
		fallSilent: () => clearInterval(pings),
		tell: (id, event) => {
			const json = JSON.stringify(superjson.serialize({ everything: false, changes: [], ...event }));
			send(`data: ${json}\nid: ${id}`);
		},
		cut: () => {
			for (const stream of open) stream.error(new Error('cut'));
			open.clear();
		},
		end: () => {
			send('event: return\ndata: ');
			for (const stream of open) stream.close();
			open.clear();
		},
	};
	api.use(
		http.get('*/trpc/live.changes', ({ request }) => {
			const input = new URL(request.url).searchParams.get('input');
			const { lastEventId = '' } =
				input === null ? {} : (superjson.parse<{ lastEventId?: string } | null>(input) ?? {});
			server.connections.push(lastEventId);
			if (!server.isUp) return new HttpResponse(null, { status: 503 });
			const body = new ReadableStream<string>({
				start: (stream) => {
					open.add(stream);
					stream.enqueue('event: connected\ndata: {"reconnectAfterInactivityMs":12000}\n\n');
				},
			}).pipeThrough(new TextEncoderStream());
			return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
		}),
	);
	return server;
}
