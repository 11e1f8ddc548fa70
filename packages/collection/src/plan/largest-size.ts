import { PlanImpossibleError } from './plan-error.ts';

/** Up to here every smaller size is tried to find the largest possible one; beyond, only likely ones. */
const scannedUpTo = 12;
const likelyTries = 12;

/**
 * The largest size below `size` that can be planned, or 0 when none was found. What can be planned is found by planning it;
 * `first`, the error's own number, is where to look first.
 *
 * @param plan throws PlanImpossibleError for a size that cannot be planned
 */
export function findLargestSize(
	{ size: refused, first }: { readonly size: number; readonly first: number },
	plan: (size: number) => unknown,
): number {
	const isScanned = refused <= scannedUpTo;
	let size = isScanned ? refused - 1 : first;
	for (let tried = 0; size > 0 && (isScanned || tried < likelyTries); tried++) {
		try {
			plan(size);
			return size;
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			size = isScanned ? size - 1 : Math.min(error.largestFeasible, size - 1);
		}
	}
	return 0;
}
