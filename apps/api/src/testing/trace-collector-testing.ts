import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as it arrived; ids in hex, and `parentId` empty for the first of a trace. */
export interface CollectedSpan {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentId: string;
	readonly name: string;
	/** 1 internal, 2 server, 3 client. */
	readonly kind: number;
	readonly durationMs: number;
	readonly attributes: Readonly<Record<string, string | number>>;
	readonly events: readonly { readonly name: string; readonly attributes: CollectedSpan['attributes'] }[];
	readonly status: { readonly code: number; readonly message: string };
}

export interface TraceCollector {
	readonly origin: string;
	/** What it answers from now on; 200 unless set. */
	status: number;
	readonly spans: readonly CollectedSpan[];
	/** Of the resource, as the last request named them. */
	readonly resource: CollectedSpan['attributes'];
	readonly requests: readonly { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[];
	childrenOf(span: CollectedSpan | undefined): readonly CollectedSpan[];
	close(): void;
}

/** A real collector of traces on loopback, by OTLP over HTTP in protobuf. */
export async function startTraceCollector(): Promise<TraceCollector> {
	const spans: CollectedSpan[] = [];
	const requests: TraceCollector['requests'][number][] = [];
	const state = { status: 200, resource: {} as CollectedSpan['attributes'] };
	const server = createServer(async (request, response) => {
		const body = readMessage(await buffer(request));
		requests.push({ url: request.url ?? '', headers: request.headers });
		for (const resourceSpans of messages(body, 1)) {
			state.resource = readAttributes(messages(resourceSpans, 1)[0] ?? new Map(), 1);
			for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(toSpan));
		}
		response.writeHead(state.status).end();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return Object.assign(state, {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		spans,
		requests,
		childrenOf: (span: CollectedSpan | undefined) => spans.filter(({ parentId }) => parentId === span?.spanId),
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	});
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function toSpan(span: Message): CollectedSpan {
	const [status = new Map()] = messages(span, 15);
	return {
		traceId: bytes(span, 1).toString('hex'),
		spanId: bytes(span, 2).toString('hex'),
		parentId: bytes(span, 4).toString('hex'),
		name: bytes(span, 5).toString(),
		kind: number(span, 6),
		durationMs: (number(span, 8) - number(span, 7)) / 1e6,
		attributes: readAttributes(span, 9),
		events: messages(span, 11).map((event) => ({
			name: bytes(event, 2).toString(),
			attributes: readAttributes(event, 3),
		})),
		status: { code: number(status, 3), message: bytes(status, 2).toString() },
	};
}

function readAttributes(message: Message, field: number): CollectedSpan['attributes'] {
	const entries = messages(message, field).map((entry) => {
		const [value = new Map()] = messages(entry, 2);
		return [bytes(entry, 1).toString(), value.has(1) ? bytes(value, 1).toString() : number(value, 3)];
	});
	return Object.fromEntries(entries);
}

/** The values of each field by its number: bytes, or a number. */
type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

const messages = (message: Message, field: number): readonly Message[] =>
	(message.get(field) ?? []).map((value) => readMessage(value as Buffer));
const bytes = (message: Message, field: number): Buffer => (message.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer;
const number = (message: Message, field: number): number => Number(message.get(field)?.[0] ?? 0);

/** https://protobuf.dev/programming-guides/encoding/ */
function readMessage(data: Buffer): Message {
	const fields = new Map<number, (Buffer | bigint)[]>();
	let at = 0;
	const readVarint = () => {
		let value = 0n;
		for (let shift = 0n; ; shift += 7n) {
			const byte = data.readUInt8(at++);
			value |= BigInt(byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
	};
	const readBytes = (length: number) => {
		at += length;
		return data.subarray(at - length, at);
	};
	while (at < data.length) {
		const tag = Number(readVarint());
		const wireType = tag & 7;
		const value =
			wireType === 0
				? readVarint()
				: wireType === 1
					? readBytes(8).readBigUInt64LE()
					: wireType === 5
						? BigInt(readBytes(4).readUInt32LE())
						: readBytes(Number(readVarint()));
		fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
	}
	return fields;
}
