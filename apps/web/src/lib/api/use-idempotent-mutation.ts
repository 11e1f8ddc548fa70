import { useMutation } from '@tanstack/react-query';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/** What carries the key to the server: goes with the call as its last argument. */
export interface IdempotentCall {
	readonly context: { readonly idempotencyKey: string };
}

/** A call that starts something. Tried again after a failure it carries the same key, so it can never start two. */
export function useIdempotentMutation<Input, Output>(send: (input: Input, call: IdempotentCall) => Promise<Output>) {
	const requestKey = useIdempotencyKey();
	return useMutation({
		mutationFn: (input: Input) => send(input, { context: { idempotencyKey: requestKey.getKey(input) } }),
		onSuccess: requestKey.reset,
	});
}
