import { z } from 'zod';
import { param, queryParam } from '../../../lib/search-params.ts';

/** Trait names to the values wanted of each; every name must hold. */
export type TraitFilter = Readonly<Record<string, readonly string[]>>;

export type TokenSort = 'number' | 'rank';

/** What narrows and orders a collection's pictures; it lives in the address. */
export interface TokenSearch {
	readonly query: string;
	readonly sort: TokenSort;
	readonly traits: TraitFilter;
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

/** The same as it stands in the address; what is usual is left out. */
export const tokenSearchParams = z.object({
	q: queryParam(queryMaxLength),
	sort: param(z.literal('rank')),
	traits: param(
		z
			.custom<TraitFilter>()
			.transform(readTraits)
			.refine((traits) => Object.keys(traits).length > 0 && isWithinSearchLimit(traits)),
	),
});

/** Number of the open picture, as the address has it. */
export const tokenNumberParam = param(z.coerce.number<string | number>().int().positive());

export const toTokenSearch = (params: z.output<typeof tokenSearchParams>): TokenSearch => ({
	query: String(params.q ?? ''),
	sort: params.sort ?? 'number',
	traits: params.traits ?? {},
});

export const toTokenSearchParams = ({ query, sort, traits }: TokenSearch) =>
	tokenSearchParams.parse({ q: query, sort, traits });

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
