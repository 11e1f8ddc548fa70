import { useRef } from 'react';
import { newId } from '../files/content-hash.ts';

/** The idempotency key of a request: the same one tried again after a failure carries the same key, so it counts once. */
export function useRequestKey() {
	const lastTry = useRef<{ readonly body: string; readonly key: string } | null>(null);
	return {
		keyOf(input: unknown): string {
			const body = JSON.stringify(input);
			if (lastTry.current?.body !== body) lastTry.current = { body, key: newId() };
			return lastTry.current.key;
		},
		/** It was taken: the same again is another one. */
		onTaken(): void {
			lastTry.current = null;
		},
	};
}
