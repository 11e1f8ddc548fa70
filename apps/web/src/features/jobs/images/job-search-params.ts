import {
	type ImageOrder,
	parseTraits,
	type Shown,
	type Sort,
	shownChoices,
	sortChoices,
	traitsText,
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
	readonly order: ImageOrder;
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
export interface JobAddress {
	readonly tab?: JobTab;
	readonly show?: Shown;
	readonly sort?: Sort;
	readonly trait?: string;
	readonly sheet?: true;
	readonly filters?: true;
}

const oneOf = <Key extends string>(choices: Readonly<Record<Key, string>>, value: unknown): Key | undefined =>
	typeof value === 'string' && Object.hasOwn(choices, value) ? (value as Key) : undefined;

const isOn = (value: unknown) => value === true || value === 1 || value === '1';

/** Reads an address as anybody may have typed it; `?review=1` is another way to say `?tab=review`. */
export function readJobAddress(search: Readonly<Record<string, unknown>>): JobAddress {
	const tab = isOn(search.review) ? 'review' : oneOf(jobTabs, search.tab);
	const show = oneOf(shownChoices, search.show);
	const sort = oneOf(sortChoices, search.sort);
	const trait = typeof search.trait === 'string' ? traitsText(parseTraits(search.trait)) : '';
	return {
		...(tab === undefined || tab === 'images' ? {} : { tab }),
		...(show === undefined || show === 'all' ? {} : { show }),
		...(sort === undefined || sort === 'number' ? {} : { sort }),
		...(trait === '' ? {} : { trait }),
		...(isOn(search.sheet) ? { sheet: true } : {}),
		...(isOn(search.filters) ? { filters: true } : {}),
	};
}

export const jobSearchOf = ({ tab, show, sort, trait, sheet, filters }: JobAddress): JobSearch => ({
	tab: tab ?? 'images',
	order: { shown: show ?? 'all', sort: sort ?? 'number', traits: parseTraits(trait ?? '') },
	isSheet: sheet === true,
	filters: filters === true,
});

export const jobAddressOf = ({ tab, order, isSheet, filters }: JobSearch): JobAddress =>
	readJobAddress({
		tab,
		show: order.shown,
		sort: order.sort,
		trait: traitsText(order.traits),
		sheet: isSheet,
		filters,
	});
