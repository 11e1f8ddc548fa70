import { useRef } from 'react';
import { newId } from '../files/content-hash.ts';

/** The idempotency key of a request: the same one tried again after a failure carries the same key, so it counts once. */
export function useIdempotencyKey() {
	const lastAttempt = useRef<{ readonly body: string; readonly key: string } | null>(null);
	return {
		getKey(input: unknown): string {
			const body = JSON.stringify(input);
			if (lastAttempt.current?.body !== body) lastAttempt.current = { body, key: newId() };
			return lastAttempt.current.key;
		},
		/** It was taken: the same again is another one. */
		reset(): void {
			lastAttempt.current = null;
		},
	};
}
