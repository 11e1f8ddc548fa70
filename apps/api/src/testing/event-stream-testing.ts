import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { ChangeEvent } from '@adx/validators/live';
import superjson, { type SuperJSONResult } from 'superjson';
import type { Browser } from './server-testing.ts';

interface ServerSentEvent {
	readonly event: string;
	readonly id: string | null;
	readonly data: string;
}

/** A page that listens to what changes. */
export interface ListeningPage {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	/** The next event of any kind; rejects when the stream ends. */
	nextEvent(): Promise<ServerSentEvent>;
	/** The next one that tells changes. */
	nextChanges(): Promise<ChangeEvent & { readonly id: string | null }>;
	/** Resolves with what the server said last of all, when it hangs up. */
	readonly ended: Promise<string>;
	close(): void;
}

const path = '/trpc/live.changes';

/** Opens a stream and resolves with its head. */
export function listenToChanges(
	{ origin, cookies }: Pick<Browser, 'origin' | 'cookies'>,
	headers: Readonly<Record<string, string>> = {},
	search = '',
): Promise<ListeningPage> {
	const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	return new Promise((resolve, reject) => {
		const call = httpRequest(
			`${origin}${path}${search}`,
			{ agent: false, headers: { ...(cookie === '' ? {} : { cookie }), ...headers } },
			(response) => {
				const arrived: ServerSentEvent[] = [];
				let [text, last, isOver] = ['', '', false];
				let arrival = Promise.withResolvers<void>();
				response.setEncoding('utf8');
				response.on('data', (chunk: string) => {
					text += chunk;
					const blocks = text.split(/\n\n+/);
					text = blocks.pop() ?? '';
					for (const block of blocks) if (block !== '') arrived.push(parseEvent(block));
					arrival.resolve();
				});
				const { promise: ended, resolve: end } = Promise.withResolvers<string>();
				response.on('error', () => {});
				response.on('close', () => {
					isOver = true;
					arrival.resolve();
					end(last);
				});
				const nextEvent = async () => {
					while (arrived.length === 0 && !isOver) {
						await arrival.promise;
						arrival = Promise.withResolvers();
					}
					const event = arrived.shift();
					if (event === undefined) throw new Error('The stream ended.');
					last = event.event;
					return event;
				};
				const nextChanges = async () => {
					for (;;) {
						const { event, id, data } = await nextEvent();
						if (event === 'message')
							return { id, ...superjson.deserialize<ChangeEvent>(JSON.parse(data) as SuperJSONResult) };
					}
				};
				const { statusCode = 0 } = response;
				resolve({
					status: statusCode,
					headers: response.headers,
					nextEvent,
					nextChanges,
					ended,
					close: () => call.destroy(),
				});
			},
		);
		call.on('error', reject);
		call.end();
	});
}

/** What a stream is answered with; it has no end. */
export async function readStreamHead(origin: string, headers: Readonly<Record<string, string>>) {
	const page = await listenToChanges({ origin, cookies: new Map() }, headers);
	page.close();
	return page;
}

function parseEvent(block: string): ServerSentEvent {
	const fields = new Map(
		block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
	);
	return { event: fields.get('event') ?? 'message', id: fields.get('id') ?? null, data: fields.get('data') ?? '' };
}
