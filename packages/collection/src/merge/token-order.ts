import type { MergeOrder } from '@adx/validators/merge';
import { createRandomStream } from '../plan/prng.ts';

/**
 * The order of a merge as places in the line of all tokens, one collection after the other; `sizes` are the collections'.
 * 'interleave' takes turns as evenly as the sizes allow: between two neighbours of one collection stand as many of another
 * as its share gives, rounded up or down. 'shuffle' is decided by the seed alone.
 */
export function computeTokenOrder(sizes: readonly number[], order: MergeOrder, seed: string): Uint32Array {
	const count = sizes.reduce((sum, size) => sum + size, 0);
	const places = Uint32Array.from({ length: count }, (_, place) => place);
	if (order === 'shuffle') return createRandomStream(seed, 'merge-order').shuffle(places);
	return order === 'interleave' ? interleave(sizes, places) : places;
}

/** Token k of a collection of n belongs at (k + 1/2) / n of the way; on equal ways the earlier collection goes first. */
function interleave(sizes: readonly number[], places: Uint32Array): Uint32Array {
	const sizeAt = new Float64Array(places.length);
	const oddAt = new Float64Array(places.length);
	let at = 0;
	for (const size of sizes) {
		for (let index = 0; index < size; index++, at++) {
			sizeAt[at] = size;
			oddAt[at] = 2 * index + 1;
		}
	}
	// Compared as whole numbers, so that no rounding decides.
	return places.sort((left, right) => oddAt[left]! * sizeAt[right]! - oddAt[right]! * sizeAt[left]! || left - right);
}
