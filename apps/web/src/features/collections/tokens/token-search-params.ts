import { parseText } from '../gallery-search-params.ts';

/** Trait names to the values wanted of each; every name must hold. */
export type TraitFilter = Readonly<Record<string, readonly string[]>>;

export type TokenSort = 'number' | 'rank';

/** What narrows and orders a collection's pictures; it lives in the address. */
export interface TokenSearch {
	readonly query: string;
	readonly sort: TokenSort;
	readonly traits: TraitFilter;
}

/** The same as it stands in the address; what is usual is left out. */
export interface TokenSearchParams {
	readonly q?: string | number;
	readonly sort?: 'rank';
	readonly traits?: TraitFilter;
}

/** The server refuses longer ones. */
const queryMaxLength = 100;
const traitsMaxLength = 4_000;
const valuesMax = 100;

function readTraits(value: unknown): TraitFilter {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
	const wanted = Object.entries(value).flatMap(([trait, values]): [string, string[]][] => {
		const texts = Array.isArray(values) ? values.filter((text) => typeof text === 'string') : [];
		return texts.length === 0 ? [] : [[trait, texts]];
	});
	return Object.fromEntries(wanted);
}

/** Whether the server takes so many at once. */
export const isWithinSearchLimit = (traits: TraitFilter) =>
	JSON.stringify(traits).length <= traitsMaxLength && Object.values(traits).flat().length <= valuesMax;

/** Reads an address as anybody may have typed it. */
export function parseTokenSearchParams({ q, sort, traits }: Readonly<Record<string, unknown>>): TokenSearchParams {
	const text = parseText(typeof q === 'string' ? q.slice(0, queryMaxLength) : q);
	const wanted = readTraits(traits);
	return {
		...(text === undefined ? {} : { q: text }),
		...(sort === 'rank' ? { sort } : {}),
		...(Object.keys(wanted).length === 0 || !isWithinSearchLimit(wanted) ? {} : { traits: wanted }),
	};
}

export const toTokenSearch = ({ q, sort, traits }: TokenSearchParams): TokenSearch => ({
	query: q === undefined ? '' : String(q),
	sort: sort ?? 'number',
	traits: traits ?? {},
});

export const toTokenSearchParams = ({ query, sort, traits }: TokenSearch): TokenSearchParams =>
	parseTokenSearchParams({ q: query, sort, traits });

/** Number of the open picture, as the address has it. */
export function parseTokenNumber(value: unknown): { readonly image?: number } {
	const number = Number(value);
	return Number.isInteger(number) && number > 0 ? { image: number } : {};
}

/** One value of one trait. */
export interface TraitChoice {
	readonly trait: string;
	readonly value: string;
}

export const getSelectedTraits = (traits: TraitFilter): readonly TraitChoice[] =>
	Object.entries(traits).flatMap(([trait, values]) => values.map((value) => ({ trait, value })));

export const isSelected = (traits: TraitFilter, { trait, value }: TraitChoice): boolean =>
	(Object.hasOwn(traits, trait) && traits[trait]?.includes(value)) === true;

/** With the value taken out if it was in, and put in if not; a trait without values is left out. */
export function toggleTrait(traits: TraitFilter, choice: TraitChoice): TraitFilter {
	const chosen = getSelectedTraits(traits);
	const next = isSelected(traits, choice)
		? chosen.filter(({ trait, value }) => trait !== choice.trait || value !== choice.value)
		: [...chosen, choice];
	const groups = Map.groupBy(next, ({ trait }) => trait);
	return Object.fromEntries([...groups].map(([trait, group]) => [trait, group.map(({ value }) => value)]));
}
