import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { newId } from '../random-ids.ts';

/** What carries the key to the server: goes with the call as its last argument. */
export interface IdempotentCall {
	readonly context: { readonly idempotencyKey: string };
}

type Options<Input, Output> = Pick<UseMutationOptions<Output, Error, Input>, 'onSuccess' | 'onError'>;

/**
 * A call that starts something. The same one tried again after a failure carries the same key, so it can never start two;
 * once it was taken, the same again is another one.
 */
export function useIdempotentMutation<Input, Output>(
	send: (input: Input, call: IdempotentCall) => Promise<Output>,
	{ onSuccess, onError }: Options<Input, Output> = {},
) {
	const lastAttempt = useRef<{ readonly body: string; readonly idempotencyKey: string } | null>(null);
	return useMutation<Output, Error, Input>({
		mutationFn(input) {
			const body = JSON.stringify(input);
			if (lastAttempt.current?.body !== body) lastAttempt.current = { body, idempotencyKey: newId() };
			const { idempotencyKey } = lastAttempt.current;
			return send(input, { context: { idempotencyKey } });
		},
		onSuccess(...answer) {
			lastAttempt.current = null;
			return onSuccess?.(...answer);
		},
		...(onError && { onError }),
	});
}
