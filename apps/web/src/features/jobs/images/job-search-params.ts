import {
	type ImageFilter,
	parseTraits,
	type Sort,
	type StatusFilter,
	serializeTraits,
	sortLabels,
	statusFilterLabels,
} from './image-filter.ts';

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

/** The same as it stands in the address; what is usual is left out. */
export interface JobSearchParams {
	readonly tab?: JobTab;
	readonly show?: StatusFilter;
	readonly sort?: Sort;
	readonly trait?: string;
	readonly sheet?: true;
	readonly filters?: true;
}

const oneOf = <Key extends string>(choices: Readonly<Record<Key, string>>, value: unknown): Key | undefined =>
	typeof value === 'string' && Object.hasOwn(choices, value) ? (value as Key) : undefined;

const isOn = (value: unknown) => value === true || value === 1 || value === '1';

/** Reads an address as anybody may have typed it; `?review=1` is another way to say `?tab=review`. */
export function parseJobSearchParams(search: Readonly<Record<string, unknown>>): JobSearchParams {
	const tab = isOn(search.review) ? 'review' : oneOf(jobTabs, search.tab);
	const show = oneOf(statusFilterLabels, search.show);
	const sort = oneOf(sortLabels, search.sort);
	const trait = typeof search.trait === 'string' ? serializeTraits(parseTraits(search.trait)) : '';
	return {
		...(tab === undefined || tab === 'images' ? {} : { tab }),
		...(show === undefined || show === 'all' ? {} : { show }),
		...(sort === undefined || sort === 'number' ? {} : { sort }),
		...(trait === '' ? {} : { trait }),
		...(isOn(search.sheet) ? { sheet: true } : {}),
		...(isOn(search.filters) ? { filters: true } : {}),
	};
}

export const toJobSearch = ({ tab, show, sort, trait, sheet, filters }: JobSearchParams): JobSearch => ({
	tab: tab ?? 'images',
	order: { shown: show ?? 'all', sort: sort ?? 'number', traits: parseTraits(trait ?? '') },
	isSheet: sheet === true,
	filters: filters === true,
});

export const toJobSearchParams = ({ tab, order, isSheet, filters }: JobSearch): JobSearchParams =>
	parseJobSearchParams({
		tab,
		show: order.shown,
		sort: order.sort,
		trait: serializeTraits(order.traits),
		sheet: isSheet,
		filters,
	});
