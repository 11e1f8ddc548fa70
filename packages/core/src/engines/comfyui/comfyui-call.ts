import type { AddressGuard } from '../addresses/address-guard.ts';
import { selfHostedAnswerMaxBytes } from '../addresses/self-hosted-service.ts';
import { callService, type ServiceResponse } from '../addresses/service-call.ts';

/** One try at the service. */
export interface Attempt {
	readonly guard: AddressGuard;
	/** Of the service, without a slash at its end. */
	readonly address: string;
	readonly login: Readonly<Record<string, string>>;
	readonly pollMs: number;
	/** Ends with the request's own or after the time of the try. */
	readonly signal: AbortSignal;
}

/** One of the short calls around a picture. */
export const callTimeoutMs = 30_000;

/** Calls for JSON, with a body or none. Rejects only with the reason of the signal. */
export function callComfyUi(
	{ guard, address, login, signal }: Attempt,
	path: string,
	sent?: { readonly type: string; readonly body: Uint8Array },
): Promise<ServiceResponse> {
	return callService(guard, {
		url: `${address}/${path}`,
		method: sent === undefined ? 'GET' : 'POST',
		headers: {
			accept: 'application/json',
			...(sent === undefined ? {} : { 'content-type': sent.type }),
			...login,
		},
		...(sent === undefined ? {} : { body: sent.body }),
		signal,
		timeoutMs: callTimeoutMs,
		maxBytes: selfHostedAnswerMaxBytes,
	});
}

/** The same with a body of JSON. */
export const sendJson = (attempt: Attempt, path: string, body: object): Promise<ServiceResponse> =>
	callComfyUi(attempt, path, { type: 'application/json', body: Buffer.from(JSON.stringify(body)) });
