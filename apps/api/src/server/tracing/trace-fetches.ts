import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getActiveSpan, type Span } from '@adx/core/platform/tracing/tracing';

const failedStatus = 400;

/** What undici, which is Node's `fetch`, tells of a request: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
interface FetchEvent {
	readonly request: { readonly method: string; readonly origin?: string | URL | null };
	readonly response?: { readonly statusCode: number };
	readonly error?: unknown;
}

/**
 * A child of the active span for each `fetch`, as of a paid engine or the node of a chain, until the headers of its answer
 * are there. Of the address it tells host and port: path and query may hold a key. Returns how to end that.
 */
export function traceFetches(): () => void {
	const spans = new WeakMap<FetchEvent['request'], Span>();
	const begin = ({ request }: FetchEvent) => {
		const parent = getActiveSpan();
		const address = String(request.origin);
		if (parent === undefined || !URL.canParse(address)) return;
		const { hostname, port, protocol } = new URL(address);
		const attributes = {
			'http.request.method': request.method,
			'server.address': hostname,
			'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
		};
		spans.set(request, parent.startChild(request.method, { kind: 'client', attributes }));
	};
	const end = ({ request, response, error }: FetchEvent) => {
		const span = spans.get(request);
		if (!span?.isRecording()) return;
		if (response !== undefined) span.setAttributes({ 'http.response.status_code': response.statusCode });
		if (response === undefined) span.fail(error);
		else if (response.statusCode >= failedStatus) span.fail(String(response.statusCode));
		span.end();
	};
	const listeners = { create: begin, headers: end, error: end };
	const all = Object.entries(listeners).map(
		([name, listen]) => [`undici:request:${name}`, (event: unknown) => listen(event as FetchEvent)] as const,
	);
	for (const [name, listener] of all) subscribe(name, listener);
	return () => {
		for (const [name, listener] of all) unsubscribe(name, listener);
	};
}
