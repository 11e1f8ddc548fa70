import { type PlannedTraits, traitLabel } from '@adx/collection/metadata/traits';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';

export type TraitKey = keyof PlannedTraits;

/** In the order people read them. */
export const traitKeys = [
	'race',
	'class',
	'affliction',
	'divinity',
	'items',
	'magicalStone',
	'background',
	'artStyle',
] as const satisfies readonly TraitKey[];

/** Which images are shown; each has the words of its choice. */
export const statusFilterLabels = {
	all: 'All',
	stored: 'Drawn',
	open: 'Not drawn',
	failed: 'Could not be drawn',
	damaged: 'Missing or damaged',
	undecided: 'Undecided',
	kept: 'Kept',
	rejected: 'Rejected',
	locked: 'Locked',
} as const;
export type StatusFilter = keyof typeof statusFilterLabels;

const isShown: Readonly<Record<StatusFilter, (image: JobImage) => boolean>> = {
	all: () => true,
	stored: ({ state }) => state === 'stored',
	open: ({ state, isRedrawing }) => state === 'planned' || isRedrawing,
	failed: ({ failure }) => failure !== null,
	damaged: ({ isDamaged }) => isDamaged,
	undecided: ({ state, mark }) => state === 'stored' && mark === null,
	kept: ({ mark }) => mark === 'kept',
	rejected: ({ mark }) => mark === 'rejected',
	locked: ({ locked }) => locked,
};

export const sortLabels = { number: 'Number', rarity: 'Rarest first', drift: 'Furthest from references' } as const;
export type Sort = keyof typeof sortLabels;

/** The orders that a job's images can be in, the chosen one among them: how far they drift is known where there are references alone. */
export const listSorts = ({ references }: Pick<Job, 'references'>, chosen: Sort): readonly Sort[] =>
	(Object.keys(sortLabels) as Sort[]).filter((sort) => sort !== 'drift' || sort === chosen || references.length > 0);

const isBefore: Readonly<Record<Exclude<Sort, 'number'>, (left: JobImage, right: JobImage) => number>> = {
	rarity: (left, right) => left.rarityRank - right.rarityRank,
	// Those that are not drawn yet come last.
	drift: (left, right) => (right.drift ?? -1) - (left.drift ?? -1),
};

/** One value of one trait. */
export interface TraitValue {
	readonly trait: TraitKey;
	readonly value: string;
}

/** The value that stands for all landscapes invented for their images: each is its own, so ten thousand would say nothing. */
export const inventedLandscape = '*';

const namedBackgrounds: ReadonlySet<string> = new Set(
	[...backgrounds, defaultBackgroundOption].map(({ value }) => value),
);

/** The value that a filter or a table knows: the same, but one for all invented landscapes. */
export const groupedValue = (trait: TraitKey, value: string): string =>
	trait === 'background' && !namedBackgrounds.has(value) ? inventedLandscape : value;

/** What people read for a folded value. */
export const valueLabel = ({ trait, value }: TraitValue): string =>
	trait === 'background' && value === inventedLandscape
		? 'Invented landscapes, each its own'
		: traitLabel(trait, value);

const hasValue = (image: JobImage, { trait, value }: TraitValue): boolean =>
	image.traits[trait] === value || groupedValue(trait, image.traits[trait]) === value;

/** What narrows and orders a job's images; it lives in the address. */
export interface ImageFilter {
	readonly shown: StatusFilter;
	readonly sort: Sort;
	/** Values of one trait are alternatives; different traits must hold together. */
	readonly traits: readonly TraitValue[];
}

export const isUnfiltered = ({ shown, sort, traits }: ImageFilter) =>
	shown === 'all' && sort === 'number' && traits.length === 0;

/** The images of that order. Without filter and sort they stay as they are, those not fetched yet (undefined) included. */
export function filterImages(
	entries: readonly (JobImage | undefined)[],
	order: ImageFilter,
): readonly (JobImage | undefined)[] {
	if (isUnfiltered(order)) return entries;
	const wanted = [...Map.groupBy(order.traits, ({ trait }) => trait).values()];
	const found = entries.filter((image) => {
		if (image === undefined || !isShown[order.shown](image)) return false;
		return wanted.every((values) => values.some((value) => hasValue(image, value)));
	});
	if (order.sort === 'number') return found;
	const compare = isBefore[order.sort];
	return found.sort((left, right) => compare(left!, right!) || left!.tokenNumber - right!.tokenNumber);
}

/** The drawn ones first, each part in the order it has. */
export function toDrawnFirst<Image extends JobImage | undefined>(images: readonly Image[]): readonly Image[] {
	const isDrawn = (image: Image) => image?.state === 'stored';
	return [...images.filter(isDrawn), ...images.filter((image) => !isDrawn(image))];
}

const separator = '~';

/** 'race:elf~class:wizard' and back; what is no trait is left out. */
export const serializeTraits = (traits: readonly TraitValue[]) =>
	traits.map(({ trait, value }) => `${trait}:${value}`).join(separator);

export function parseTraits(text: string): readonly TraitValue[] {
	return text.split(separator).flatMap((part) => {
		const colon = part.indexOf(':');
		const trait = traitKeys.find((key) => key === part.slice(0, colon));
		return trait === undefined || colon === part.length - 1 ? [] : [{ trait, value: part.slice(colon + 1) }];
	});
}
