import { type FakeReply, json } from '../http-server.ts';

/** What one call gets instead of the true answer. */
export type FakeDiscordFault =
	/** 429 as the API answers it: `retry_after` in the JSON and in the header. */
	| { readonly kind: 'rate_limited'; readonly retryAfterS: number }
	/** 429 as the edge answers it: HTML, the wait only in the header if given. */
	| { readonly kind: 'rate_limited_html'; readonly retryAfterS?: number }
	/** HTML, as the edge answers it when what lies behind is down. */
	| { readonly kind: 'server_error'; readonly status?: 500 | 502 | 503 | 504 }
	| { readonly kind: 'hang' }
	| { readonly kind: 'reset' }
	/** 200 whose body begins and never ends. */
	| { readonly kind: 'stall' }
	| { readonly kind: 'invalid_grant' }
	| { readonly kind: 'unauthorized' }
	| { readonly kind: 'forbidden' }
	/** 403 in HTML, as the edge answers an address that it blocks. */
	| { readonly kind: 'blocked_html' }
	/** 200 with JSON that breaks off. */
	| { readonly kind: 'malformed' }
	/** 200 with JSON of another shape. */
	| { readonly kind: 'wrong_shape' }
	/** 200 with a login page. */
	| { readonly kind: 'html' }
	/** 200 with JSON of several megabytes. */
	| { readonly kind: 'oversized' }
	/** A redirect to somewhere else. */
	| { readonly kind: 'redirect'; readonly location: string }
	/** 404 of the edge or of a wrong path, which says nothing about membership. */
	| { readonly kind: 'not_found' };

const html = { 'content-type': 'text/html; charset=UTF-8' };
const oversizedBytes = 5_000_000;

/** The answer to a call that a fault was scripted for. */
export function toReply(fault: FakeDiscordFault): FakeReply {
	switch (fault.kind) {
		case 'hang':
		case 'reset':
			return fault.kind;
		case 'stall':
			return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"access_token": ', stalls: true };
		case 'rate_limited':
			return json(
				429,
				{ message: 'You are being rate limited.', retry_after: fault.retryAfterS, global: false },
				{ 'retry-after': String(Math.ceil(fault.retryAfterS)), 'x-ratelimit-scope': 'user' },
			);
		case 'rate_limited_html': {
			const wait: Record<string, string> =
				fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
			return { status: 429, headers: { ...html, ...wait }, body: '<!DOCTYPE html><h1>Error 1015</h1>' };
		}
		case 'server_error':
			return { status: fault.status ?? 503, headers: html, body: '<html><h1>upstream connect error</h1></html>' };
		case 'invalid_grant':
			return json(400, { error: 'invalid_grant', error_description: 'Invalid "code" in request.' });
		case 'unauthorized':
			return json(401, { message: '401: Unauthorized', code: 0 });
		case 'forbidden':
			return json(403, { message: 'Missing Access', code: 50_001 });
		case 'blocked_html':
			return { status: 403, headers: html, body: '<!DOCTYPE html><h1>Error 1020: Access denied</h1>' };
		case 'not_found':
			return json(404, { message: '404: Not Found', code: 0 });
		case 'malformed':
			return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"access_token": "abc", "ro' };
		case 'wrong_shape':
			return json(200, { id: 7, access_token: null, roles: 'Wizard' });
		case 'html':
			return { status: 200, headers: html, body: '<!DOCTYPE html><title>Discord</title>' };
		case 'oversized':
			return json(200, { padding: 'x'.repeat(oversizedBytes) });
		case 'redirect':
			return { status: 302, headers: { location: fault.location } };
	}
}
