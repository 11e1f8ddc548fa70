import { useMutation } from '@tanstack/react-query';
import { useRequestKey } from './use-idempotency-key.ts';

/** What carries the key to the server: goes with the call as its last argument. */
export interface KeyedCall {
	readonly context: { readonly idempotencyKey: string };
}

/** A call that starts something. Tried again after a failure it carries the same key, so it can never start two. */
export function useKeyedMutation<Input, Output>(send: (input: Input, call: KeyedCall) => Promise<Output>) {
	const requestKey = useRequestKey();
	return useMutation({
		mutationFn: (input: Input) => send(input, { context: { idempotencyKey: requestKey.keyOf(input) } }),
		onSuccess: requestKey.onTaken,
	});
}
