import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Makes the buffers of a thread's outcome change hands instead of being copied; what arrives is the outcome. */
export function transferBuffers<Outcome>(outcome: Outcome, buffers: readonly ArrayBufferLike[]): Outcome {
	// The types of piscina do not tell what arrives.
	return move({ [transferableSymbol]: buffers, [valueSymbol]: outcome } as never) as unknown as Outcome;
}

/** All of them, one after the other, in a buffer of their own, which can change hands. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
