import { raritySortSchema } from '@adx/validators/rarity';
import { z } from 'zod';
import { param, queryParam } from '../../../lib/search-params.ts';
import type { RankingView } from './rarity-queries.ts';

/** The server refuses longer ones. */
const queryMaxLength = 100;

/** What the ranking shows and in which order, as it stands in the address; what is usual is left out. */
export const rankingSearchParams = z.object({
	q: queryParam(queryMaxLength),
	sort: param(raritySortSchema.exclude(['rank'])),
	order: param(z.literal('descending')),
});

export const toRankingView = ({ q, sort, order }: z.output<typeof rankingSearchParams>): RankingView => ({
	search: String(q ?? ''),
	sort: sort ?? 'rank',
	order: order ?? 'ascending',
});

export const toRankingSearchParams = ({ search, sort, order }: RankingView) =>
	rankingSearchParams.parse({ q: search, sort, order });
