import { type PageFailures, toPageFailures } from '../../../lib/api/page-failures.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { type CollectionToken, useRecheckCollection } from '../collection-queries.ts';
import type { TokenSearch } from './token-search-params.ts';

/** Pictures that travel in one answer. */
export const tokenPageSize = 100;

export interface TokenPages extends PageFailures {
	/** How many match; null while that is not known. */
	readonly total: number | null;
	/** Undefined where a picture has not been fetched yet. */
	readonly tokenAt: (place: number) => CollectionToken | undefined;
	/** Place of a picture among those that were asked for just now; null if it is not there. */
	readonly placeOf: (tokenNumber: number) => number | null;
}

const pageOf = (place: number) => Math.floor(place / tokenPageSize);

/**
 * The pages of a collection's pictures that hold these places, in that order. Only these are asked for; earlier ones stay in
 * the page's memory for a while.
 */
export function useTokenPages(
	collectionId: string,
	{ query, sort, traits }: TokenSearch,
	places: readonly number[],
): TokenPages {
	const wanted = [...new Set([0, ...places.filter((place) => place >= 0).map(pageOf)])];
	const order = {
		sort,
		...(query === '' ? {} : { search: query }),
		...(Object.keys(traits).length === 0 ? {} : { traits: JSON.stringify(traits) }),
	};
	const answers = trpc.useQueries((api) =>
		wanted.map((page) =>
			api.merge.tokens(
				{ collectionId, offset: page * tokenPageSize, limit: tokenPageSize, ...order },
				// A frozen collection never changes; what was scrolled past is not waited for.
				{ staleTime: Number.POSITIVE_INFINITY, trpc: { abortOnUnmount: true } },
			),
		),
	);
	const failures = toPageFailures(answers);
	useRecheckCollection(collectionId, failures.error);
	const pages = new Map(wanted.map((page, index) => [page, answers[index]?.data]));
	return {
		total: answers.find(({ data }) => data !== undefined)?.data?.total ?? null,
		tokenAt: (place) => pages.get(pageOf(place))?.tokens[place % tokenPageSize],
		placeOf(tokenNumber) {
			for (const [page, answer] of pages) {
				const index = answer?.tokens.findIndex((token) => token.tokenNumber === tokenNumber) ?? -1;
				if (index >= 0) return page * tokenPageSize + index;
			}
			return null;
		},
		...failures,
	};
}
