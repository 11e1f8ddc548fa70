import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A prompt with the images that go with it. */
const bodyMaxBytes = 24_000_000;

/** One call as it arrived, its body read to the end unless the fake reads it in another way. */
export interface FakeCall<Body = Buffer> {
	readonly method: string;
	readonly url: URL;
	readonly headers: IncomingHttpHeaders;
	readonly body: Body;
	/** Settles when the answer is out or the connection is gone. */
	readonly ended: Promise<void>;
}

/**
 * `hang` never answers, `reset` cuts the connection, `stalls` sends the body and never ends it, `breaksOff` cuts the
 * connection after half of the body whose whole length it has told, `drips` sends the body in pieces so far apart,
 * `repeats` sends it so many times, which nobody has to hold at once.
 */
export type FakeReply =
	| 'hang'
	| 'reset'
	| {
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body?: string | Uint8Array;
			readonly stalls?: boolean;
			readonly breaksOff?: boolean;
			readonly drips?: { readonly pieces: number; readonly everyMs: number };
			readonly repeats?: number;
	  };

export interface FakeServer {
	/** `http://127.0.0.1:port`. */
	readonly origin: string;
	/** Cuts what still hangs. */
	close(): Promise<void>;
}

/** Takes over the connection of a call that asks for another protocol, as a websocket does. */
export type FakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

type FakeHandler<Body> = (call: FakeCall<Body>) => FakeReply | Promise<FakeReply>;

/** A real HTTP server on loopback; `port` 0 lets the system choose. A handler that throws answers 500 with the reason. */
export const listenAsFake = (port: number, handle: FakeHandler<Buffer>, upgrade?: FakeUpgrade): Promise<FakeServer> =>
	listen(port, readBody, handle, upgrade);

/** The same for bodies of any size, which the handler reads as they come, or not at all. */
export const listenAsStreamingFake = (port: number, handle: FakeHandler<AsyncIterable<Buffer>>): Promise<FakeServer> =>
	// What was read in part must leave the connection to the answer.
	listen(port, (request) => request.iterator({ destroyOnReturn: false }), handle);

async function listen<Body>(
	port: number,
	read: (request: IncomingMessage) => Body | Promise<Body>,
	handle: FakeHandler<Body>,
	upgrade?: FakeUpgrade,
): Promise<FakeServer> {
	const server = createServer((request, response) => {
		respond(request, response, read, handle).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
			response.end(`the fake itself failed: ${error instanceof Error ? error.message : String(error)}`);
		});
	});
	// A connection that closes while a busy test does not look is one that its next call fails on.
	server.keepAliveTimeout = 0;
	if (upgrade !== undefined) server.on('upgrade', upgrade);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the fake got no port');
	return {
		origin: `http://127.0.0.1:${address.port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** An answer in JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): FakeReply {
	return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

async function respond<Body>(
	request: IncomingMessage,
	response: ServerResponse,
	read: (request: IncomingMessage) => Body | Promise<Body>,
	handle: FakeHandler<Body>,
): Promise<void> {
	const body = await read(request);
	const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
	const ended = new Promise<void>((resolve) => response.once('close', resolve));
	const reply = await handle({ method: request.method ?? 'GET', url, headers: request.headers, body, ended });
	if (reply === 'hang') return;
	if (reply === 'reset') {
		request.socket.destroy();
		return;
	}
	const sent = Buffer.from(reply.body ?? '');
	const length: Record<string, string> = reply.breaksOff ? { 'content-length': String(sent.byteLength) } : {};
	response.writeHead(reply.status, { ...reply.headers, ...length });
	if (reply.stalls) response.write(sent);
	else if (reply.breaksOff) response.write(sent.subarray(0, sent.byteLength >> 1), () => request.socket.destroy());
	else if (reply.drips) await drip(response, sent, reply.drips);
	else if (reply.repeats) Readable.from(repeat(sent, reply.repeats)).pipe(response);
	else response.end(sent);
}

function* repeat(body: Buffer, times: number): Generator<Buffer> {
	for (let count = 0; count < times; count++) yield body;
}

/** Ends early when the caller hangs up. */
async function drip(
	response: ServerResponse,
	body: Buffer,
	{ pieces, everyMs }: { readonly pieces: number; readonly everyMs: number },
): Promise<void> {
	const pieceBytes = Math.ceil(body.byteLength / pieces);
	for (let from = 0; from < body.byteLength && !response.destroyed; from += pieceBytes) {
		response.write(body.subarray(from, from + pieceBytes));
		await sleep(everyMs);
	}
	response.end();
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let sizeBytes = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes > bodyMaxBytes) throw new Error('the body is larger than any client of ours sends');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
