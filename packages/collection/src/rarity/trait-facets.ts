import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { facetsMax, facetValuesMax } from '@adx/validators/limits';
import { compareNaturally } from '../files/file-paths.ts';

/** A trait with its values, the most frequent first. */
export interface TraitFacet {
	readonly trait: string;
	readonly values: readonly { readonly value: string; readonly count: number }[];
	/** How many different values there are, where as many are listed as can be. */
	readonly valueCount?: number;
}

/**
 * The traits of a collection to filter by, in the order of first use, at most 100; of each the 500 most frequent values,
 * equally frequent ones in natural order.
 */
export function traitFacets(tokens: readonly (readonly TokenAttribute[])[]): TraitFacet[] {
	const traits = new Map<string, Map<string, number>>();
	for (const attributes of tokens) {
		for (const { trait_type, value } of attributes) {
			const counts = traits.get(trait_type) ?? new Map<string, number>();
			traits.set(trait_type, counts.set(value, (counts.get(value) ?? 0) + 1));
		}
	}
	return [...traits].slice(0, facetsMax).map(([trait, counts]) => {
		const values = Array.from(counts, ([value, count]) => ({ value, count }));
		values.sort((left, right) => right.count - left.count || compareNaturally(left.value, right.value));
		if (values.length < facetValuesMax) return { trait, values };
		return { trait, values: values.slice(0, facetValuesMax), valueCount: values.length };
	});
}
