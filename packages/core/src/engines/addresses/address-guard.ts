import { lookup as lookupByName } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { traced } from '../../platform/tracing/tracing.ts';
import { type EngineAddress, isWithin, parsePlainAddress } from './engine-address.ts';
import { canonicalHost, isPrivateIp, isPrivateName } from './private-networks.ts';

/** The IP addresses of a name; rejects where there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface AddressGuardOptions {
	/** What the operator allows: nothing else is called. */
	readonly allowed: readonly EngineAddress[];
	/** The system's resolver unless given. */
	readonly resolve?: ResolveName;
}

export interface GuardedCall {
	/** Below one of the allowed addresses. */
	readonly url: string;
	/** Whether only the origin has to be an allowed one, as for a picture that a service keeps beside its endpoints. */
	readonly anyPath?: boolean;
	readonly method: 'GET' | 'POST';
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: Uint8Array;
	readonly signal: AbortSignal;
	/** For the call with its whole answer. */
	readonly timeoutMs: number;
	/** How long the answer may be. */
	readonly maxBytes: number;
}

/** Any status, redirects among them: they are not followed. */
export interface GuardedAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

export type AddressFailure =
	/** The operator does not allow it. */
	| 'not_allowed'
	/** Its name leads into the operator's network. */
	| 'inside'
	/** Its name leads nowhere. */
	| 'unresolved'
	/** The connection was not made, or broke. */
	| 'line'
	| 'timeout'
	/** The answer is longer than any that is of use. */
	| 'too_large';

/** A call without a whole answer. Its message says nothing of request and answer. */
export class AddressError extends Error {
	override readonly name = 'AddressError';
	readonly failure: AddressFailure;
	/** Whether the request had gone out, so that it may have been worked on. */
	readonly wasSent: boolean;
	/** Of the answer, where its headers came. */
	readonly status: number | null;

	constructor(failure: AddressFailure, { wasSent = false, status = null }: Partial<CallProgress> = {}) {
		super(`the call failed (${failure})`);
		this.failure = failure;
		this.wasSent = wasSent;
		this.status = status;
	}
}

interface CallProgress {
	wasSent: boolean;
	status: number | null;
}

/** Calls addresses of users without letting them into the operator's network. */
export interface AddressGuard {
	readonly allowed: readonly EngineAddress[];
	/** Rejects with an AddressError, or the reason of the signal. */
	call(request: GuardedCall): Promise<GuardedAnswer>;
	/**
	 * A resolver for a connection to that address, which knows only what its name was judged by. Rejects as `call` does.
	 */
	judge(url: string, signal: AbortSignal): Promise<LookupFunction>;
}

/**
 * A guard around calls to addresses that users name. Each call resolves the name once, judges what it resolved to, and
 * connects to just that, so that a name cannot change its mind in between. Names of the internet may not lead inside; an
 * IP address there, and a name that means nothing elsewhere (`gpu`, `gpu.lan`), has to be named by the operator.
 */
export function createAddressGuard({ allowed, resolve = resolveBySystem }: AddressGuardOptions): AddressGuard {
	return {
		allowed,
		judge: async (text, signal) => {
			signal.throwIfAborted();
			const url = requireAllowed({ url: text }, allowed);
			return answerWith(await abortable(signal, judge({ url, allowed, resolve })));
		},
		call: async (call) => {
			call.signal.throwIfAborted();
			const url = requireAllowed(call, allowed);
			const attributes = {
				'http.request.method': call.method,
				'server.address': url.hostname,
				'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
			};
			return traced(call.method, { kind: 'client', attributes }, async (span) => {
				const answer = await withDeadline(call, (signal) => send(call, { url, allowed, resolve, signal }));
				span.setAttributes({ 'http.response.status_code': answer.status });
				if (answer.status >= 400) span.fail(String(answer.status));
				return answer;
			});
		},
	};
}

const resolveBySystem: ResolveName = async (name) =>
	(await lookupByName(name, { all: true })).map(({ address }) => address);

function requireAllowed(
	{ url: text, anyPath = false }: Pick<GuardedCall, 'url' | 'anyPath'>,
	allowed: readonly EngineAddress[],
): URL {
	const url = URL.canParse(text) ? new URL(text) : null;
	const address = url && parsePlainAddress(anyPath ? url.origin : `${url.origin}${url.pathname}`);
	const isAllowed = allowed.some(
		(entry) => address !== null && (anyPath ? entry.origin === address.origin : isWithin(address, entry)),
	);
	if (url === null || !isAllowed || url.username !== '' || url.password !== '') throw new AddressError('not_allowed');
	return url;
}

/** Runs the call with a signal that follows its own one and the clock, of which nothing is left behind. */
async function withDeadline<Result>(
	{ signal, timeoutMs }: GuardedCall,
	run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const attempt = new AbortController();
	const stop = () => attempt.abort(signal.reason);
	const timer = setTimeout(() => attempt.abort(), timeoutMs);
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await run(attempt.signal);
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
}

interface Target extends Required<AddressGuardOptions> {
	readonly url: URL;
	readonly signal: AbortSignal;
}

async function send(call: GuardedCall, target: Target): Promise<GuardedAnswer> {
	const progress: CallProgress = { wasSent: false, status: null };
	try {
		const ips = await abortable(target.signal, judge(target));
		const response = await sendTo(call, target, ips, progress);
		progress.status = response.statusCode ?? 0;
		const body = await readBody(response, call.maxBytes, progress);
		return { status: progress.status, headers: response.headers, body };
	} catch (error) {
		if (error instanceof AddressError) throw error;
		throw new AddressError(target.signal.aborted ? 'timeout' : 'line', progress);
	}
}

/** The IP addresses that may be connected to. */
async function judge({ url, allowed, resolve }: Omit<Target, 'signal'>): Promise<readonly string[]> {
	const host = canonicalHost(url.hostname) ?? '';
	// The operator wrote it down.
	if (isIP(host) !== 0) return [host];
	const ips = await resolve(host).catch(() => []);
	if (ips.length === 0) throw new AddressError('unresolved');
	const isNamed = (ip: string) => {
		const literal = isIP(ip) === 6 ? `[${ip}]` : ip;
		const port = url.port === '' ? '' : `:${url.port}`;
		return allowed.some(({ origin }) => origin === `${url.protocol}//${literal}${port}`);
	};
	// One of them is enough: whoever answers with both kinds means the one inside.
	const isRefused = !isPrivateName(host) && ips.some((ip) => isPrivateIp(ip) && !isNamed(ip));
	if (isRefused) throw new AddressError('inside');
	return ips;
}

function sendTo(
	{ method, headers = {}, body }: GuardedCall,
	{ url, signal }: Target,
	ips: readonly string[],
	progress: CallProgress,
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const send = url.protocol === 'https:' ? requestHttps : requestHttp;
		const length = method === 'POST' ? { 'content-length': String(body?.byteLength ?? 0) } : {};
		const request = send(url, {
			method,
			headers: { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': 'adx-realm' },
			// A connection of its own: one that is kept could belong to what the name led to before.
			agent: false,
			lookup: answerWith(ips),
			signal,
		});
		request.once('response', resolve);
		request.on('error', reject);
		// Also without an error, as when a service wants to speak another protocol.
		request.once('close', () => reject(new Error('closed')));
		request.once('finish', () => {
			progress.wasSent = true;
		});
		request.end(body);
	});
}

/** A resolver that knows only what was judged. */
const answerWith =
	(ips: readonly string[]): LookupFunction =>
	(_, options, done) => {
		const found = ips.map((address) => ({ address, family: isIP(address) }));
		const [first = { address: '', family: 4 }] = found;
		if (options.all === true) done(null, found);
		else done(null, first.address, first.family);
	};

async function readBody(response: IncomingMessage, maxBytes: number, progress: CallProgress): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let sizeBytes = 0;
	// Leaving the loop cuts the connection.
	for await (const chunk of response as AsyncIterable<Buffer>) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes > maxBytes) throw new AddressError('too_large', progress);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** What the work resolves to; a resolver cannot be stopped, but need not be waited for. */
async function abortable<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
	const stopped = Promise.withResolvers<never>();
	const stop = () => stopped.reject(signal.reason);
	signal.addEventListener('abort', stop, { once: true });
	if (signal.aborted) stop();
	try {
		return await Promise.race([work, stopped.promise]);
	} finally {
		signal.removeEventListener('abort', stop);
		stopped.promise.catch(() => {});
	}
}
