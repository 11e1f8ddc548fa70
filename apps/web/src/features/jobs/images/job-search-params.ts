import { z } from 'zod';
import { flagParam, param, textParam } from '../../../lib/search-params.ts';
import { type ImageFilter, type Sort, type StatusFilter, sortLabels, statusFilterLabels } from './image-filter.ts';
import { parseTraits, serializeTraits } from './image-traits.ts';

export const jobTabs = {
	images: 'Images',
	review: 'Review',
	plan: 'Plan',
	rarity: 'Rarity',
	files: 'Files',
} as const;
export type JobTab = keyof typeof jobTabs;

/** What the address of a job's page says besides the job. */
export interface JobSearch {
	readonly tab: JobTab;
	readonly order: ImageFilter;
	/** Shows the images as a sheet of many small ones. */
	readonly isSheet: boolean;
	/** The filters are open, which want to know every value that occurs. */
	readonly filters: boolean;
}

export interface JobView {
	readonly search: JobSearch;
	readonly onSearch: (changes: Partial<JobSearch>) => void;
}

const tabKeys = Object.keys(jobTabs) as JobTab[];
const sorts = Object.keys(sortLabels) as Sort[];
const statusFilters = Object.keys(statusFilterLabels) as StatusFilter[];

/** The same as it stands in the address, where what is usual is left out; `?review=1` is another way to say `?tab=review`. */
export const jobSearchParams = z
	.object({
		tab: param(z.enum(tabKeys).exclude(['images'])),
		show: param(z.enum(statusFilters).exclude(['all'])),
		sort: param(z.enum(sorts).exclude(['number'])),
		trait: param(
			z
				.string()
				.transform((text) => serializeTraits(parseTraits(text)))
				.pipe(z.string().min(1)),
		),
		sheet: flagParam,
		filters: flagParam,
		review: flagParam,
		image: textParam,
	})
	.transform(({ review, ...params }) => (review ? { ...params, tab: 'review' as const } : params));

export const toJobSearch = (params: z.output<typeof jobSearchParams>): JobSearch => ({
	tab: params.tab ?? 'images',
	order: { shown: params.show ?? 'all', sort: params.sort ?? 'number', traits: parseTraits(params.trait ?? '') },
	isSheet: params.sheet ?? false,
	filters: params.filters ?? false,
});

export const toJobSearchParams = ({ tab, order, isSheet, filters }: JobSearch) =>
	jobSearchParams.parse({
		tab,
		show: order.shown,
		sort: order.sort,
		trait: serializeTraits(order.traits),
		sheet: isSheet,
		filters,
	});
