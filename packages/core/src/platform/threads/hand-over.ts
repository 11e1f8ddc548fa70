import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Makes the buffers of a thread's outcome change hands instead of being copied; what arrives is the outcome. */
export function handOver<Outcome>(outcome: Outcome, buffers: readonly ArrayBufferLike[]): Outcome {
	// The types of piscina do not tell what arrives.
	return move({ [transferableSymbol]: buffers, [valueSymbol]: outcome } as never) as unknown as Outcome;
}
