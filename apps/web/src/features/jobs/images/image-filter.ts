import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { getTraitValue, groupedValue, type TraitValue } from './image-traits.ts';

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

function hasValue(image: JobImage, { trait, value }: TraitValue): boolean {
	const own = getTraitValue(image, trait);
	return own !== undefined && (own === value || groupedValue(trait, own) === value);
}

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
