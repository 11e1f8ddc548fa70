import { setTimeout as sleep } from 'node:timers/promises';

/** A longer wait would keep the browser hanging, and asking too early counts towards a ban of the whole address. */
const retryAfterMaxMs = 2_000;
const answerMaxBytes = 256 * 1024;
const userAgent = 'DiscordBot (adx-realm, 0.1.0)';

export interface DiscordRequest {
	readonly url: string;
	readonly method: 'GET' | 'POST';
	/** The Authorization header. */
	readonly authorization: string;
	readonly form?: URLSearchParams;
}

/**
 * What came back. `answer`: any status but 429 and 5xx; `body` is undefined unless it was JSON. `outage`: none, or none
 * of use, with the reason in words that repeat nothing of request and answer.
 */
export type DiscordOutcome =
	| { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
	| { readonly kind: 'outage'; readonly why: string };

type Attempt = DiscordOutcome | { readonly kind: 'retry'; readonly waitMs: number };

/** One call with a time limit for each try, tried a second time only when Discord itself says that 2 s at most suffice. */
export async function requestDiscord(request: DiscordRequest, timeoutMs: number): Promise<DiscordOutcome> {
	const first = await sendOnce(request, timeoutMs);
	if (first.kind !== 'retry') return first;
	await sleep(first.waitMs);
	const second = await sendOnce(request, timeoutMs);
	return second.kind === 'retry' ? { kind: 'outage', why: 'answered 429 twice' } : second;
}

async function sendOnce({ url, method, authorization, form }: DiscordRequest, timeoutMs: number): Promise<Attempt> {
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(url, {
			method,
			headers: { authorization, accept: 'application/json', 'user-agent': userAgent },
			...(form === undefined ? {} : { body: form }),
			// Tokens go to the configured address and nowhere else.
			redirect: 'manual',
			signal,
		});
		const text = await readBounded(response);
		if (text === null) return { kind: 'outage', why: `answered with more than ${answerMaxBytes} bytes` };
		const body = parseJson(text);
		if (response.status === 429) return afterRateLimit(response, body);
		if (response.status >= 500) return { kind: 'outage', why: `answered ${response.status}` };
		return { kind: 'answer', status: response.status, body };
	} catch (error) {
		return { kind: 'outage', why: signal.aborted ? `took longer than ${timeoutMs} ms` : `failed (${codeOf(error)})` };
	}
}

function afterRateLimit(response: Response, body: unknown): Attempt {
	const isObject = typeof body === 'object' && body !== null;
	const retryAfter = isObject && 'retry_after' in body ? body.retry_after : response.headers.get('retry-after');
	const seconds = typeof retryAfter === 'string' && /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) : retryAfter;
	if (typeof seconds !== 'number' || !(seconds >= 0 && seconds * 1_000 <= retryAfterMaxMs)) {
		return { kind: 'outage', why: 'answered 429' };
	}
	return { kind: 'retry', waitMs: Math.ceil(seconds * 1_000) };
}

/** Null when the answer is longer than any honest one. */
async function readBounded({ body }: Response): Promise<string | null> {
	if (body === null) return '';
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	// Leaving the loop early cancels the rest.
	for await (const chunk of body) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes > answerMaxBytes) return null;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The parser's own message quotes the text, which may hold tokens.
		return undefined;
	}
}

/** The system's code of the deepest cause; messages are left out, since some quote headers. */
function codeOf(error: unknown): string {
	let code = 'no connection';
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') code = cause.code;
	}
	return code;
}
