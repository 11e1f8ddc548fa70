import type { IncomingHttpHeaders } from 'node:http';
import { EngineError, type EngineErrorKind } from '../types.ts';
import { AddressError, type AddressFailure, type AddressGuard, type GuardedCall } from './address-guard.ts';
import { type EngineAddress, notAllowed, parseEngineAddress } from './engine-address.ts';

/** How a call for bytes ended, before anybody looked at it; nothing in here may be shown or logged as it is. */
export type BytesResponse =
	/** Status 2xx. */
	| { readonly kind: 'answer'; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
	| ServiceRefusal
	/** No whole answer; it may have been worked on all the same. */
	| { readonly kind: 'broken'; readonly how: AddressFailure; readonly mayBeCharged: boolean };

/** How a call for JSON ended; just as little for other eyes. */
export type ServiceResponse =
	/** Status 2xx with JSON. */
	| { readonly kind: 'answer'; readonly body: unknown }
	| ServiceRefusal
	/** No answer, or none that could be read; it may have been worked on all the same. */
	| { readonly kind: 'broken'; readonly how: AddressFailure | 'not_json'; readonly mayBeCharged: boolean };

/** Any other status; `body` is undefined unless it was JSON. */
interface ServiceRefusal {
	readonly kind: 'refusal';
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

/** No model paints faster: what broke before was not charged. */
const billableAfterMs = 1_000;

/** The address; throws an EngineError where the operator does not allow it. */
export function requireAddress({ allowed }: AddressGuard, text: string | undefined): EngineAddress {
	const { address, problem } = parseEngineAddress(text ?? '', allowed);
	if (address === undefined) throw new EngineError('address', problem);
	return address;
}

/** Calls for JSON. Rejects only with the reason of the call's signal. */
export async function callService(guard: AddressGuard, call: GuardedCall): Promise<ServiceResponse> {
	const response = await callForBytes(guard, call);
	if (response.kind !== 'answer') return response;
	const body = parseJson(response.body);
	return body === undefined ? { kind: 'broken', how: 'not_json', mayBeCharged: true } : { kind: 'answer', body };
}

/** Calls for a picture, or whatever else is not JSON. Rejects only with the reason of the call's signal. */
export async function callForBytes(guard: AddressGuard, call: GuardedCall): Promise<BytesResponse> {
	const startedAt = performance.now();
	try {
		const { status, headers, body } = await guard.call(call);
		if (status >= 200 && status < 300) return { kind: 'answer', headers, body };
		return { kind: 'refusal', status, headers, body: parseJson(body) };
	} catch (error) {
		call.signal.throwIfAborted();
		if (!(error instanceof AddressError)) throw error;
		const { failure: how, wasSent, status } = error;
		const isAnswering = status !== null && status < 300;
		const tookLong = how === 'timeout' || performance.now() - startedAt >= billableAfterMs;
		return { kind: 'broken', how, mayBeCharged: isAnswering || (wasSent && status === null && tookLong) };
	}
}

function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		// The parser's own message quotes the text.
		return undefined;
	}
}

/** What a call without a whole answer means, in a sentence for the owner of the job. */
export const brokenCalls: Readonly<
	Record<AddressFailure | 'not_json', { readonly kind: EngineErrorKind; readonly message: string }>
> = {
	not_allowed: { kind: 'address', message: notAllowed },
	inside: {
		kind: 'address',
		message: 'The address leads into the network of this server, which its operator has not allowed.',
	},
	unresolved: { kind: 'transient', message: 'The name in the address of the service was not found.' },
	line: { kind: 'transient', message: 'The connection to the service broke.' },
	timeout: { kind: 'transient', message: 'The service did not answer in time.' },
	not_json: { kind: 'transient', message: 'The service answered with something else than JSON.' },
	too_large: { kind: 'bad_image', message: 'The service answered with more than any picture takes.' },
};

/** What a status of 3xx means: whoever answers with it could send the key, or us, anywhere. */
export const redirected = {
	kind: 'address',
	message: 'The service answered with a redirect, which is not followed. Enter where it leads.',
} as const;
