import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { newId } from '../random-ids.ts';
import { readSession, removeSession, writeSession } from '../storage/browser-storage.ts';

/** What carries the key to the server: goes with the call as its last argument. */
export interface IdempotentCall {
	readonly context: { readonly idempotencyKey: string };
}

interface Options<Input, Output> extends Pick<UseMutationOptions<Output, Error, Input>, 'onSuccess' | 'onError'> {
	/** What is started: calls of one kind share what is remembered. */
	readonly kind: 'generation' | 'merge' | 'attributes';
	/** What tells one call from another; the whole input unless given. It leaves out keys: a hash of it stays in the tab. */
	readonly identify?: (input: Input) => unknown;
}

/**
 * A call that starts something. The same one tried again after a failure, or after a reload that kept its answer from
 * arriving, carries the same key, so it can never start two; once it was taken, the same again is another one.
 */
export function useIdempotentMutation<Input, Output>(
	send: (input: Input, call: IdempotentCall) => Promise<Output>,
	{ kind, identify = (input) => input, onSuccess, onError }: Options<Input, Output>,
) {
	const lastAttempt = useRef<{ readonly body: string; readonly idempotencyKey: string } | null>(null);
	return useMutation<Output, Error, Input>({
		mutationFn(input) {
			const body = JSON.stringify(identify(input));
			if (lastAttempt.current?.body !== body) {
				lastAttempt.current = { body, idempotencyKey: keyAcrossReloads(kind, body) };
			}
			const { idempotencyKey } = lastAttempt.current;
			return send(input, { context: { idempotencyKey } });
		},
		onSuccess(...answer) {
			lastAttempt.current = null;
			removeSession(storageKey(kind));
			return onSuccess?.(...answer);
		},
		...(onError && { onError }),
	});
}

const storageKey = (kind: string) => `adx_start_${kind}`;
/** Who presses again later than that wants another one. */
const rememberedMs = 2 * 60_000;

/** The key of the same call where this tab sent it just now and never heard of it, else a new one. */
function keyAcrossReloads(kind: string, body: string): string {
	// At once: the browser's own hash would leave a moment in which a second press comes between.
	const digest = bytesToHex(sha256(utf8ToBytes(body)));
	const [knownDigest, knownKey, sentAtMs] = (readSession(storageKey(kind)) ?? '').split(' ');
	const isKnown = digest === knownDigest && Date.now() - Number(sentAtMs) < rememberedMs;
	if (isKnown && knownKey !== undefined) return knownKey;
	const idempotencyKey = newId();
	writeSession(storageKey(kind), `${digest} ${idempotencyKey} ${Date.now()}`);
	return idempotencyKey;
}
