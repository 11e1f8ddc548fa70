import { rarityTiers } from '@adx/collection/rarity/rarity';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { getTraitValue, groupedValue, listTraitKeys, type TraitKey, type TraitValue } from './image-traits.ts';

/** How often one value was planned, and how many of those are drawn. */
export interface ImageValueCount extends TraitValue {
	readonly planned: number;
	readonly got: number;
}

export interface TraitCounts {
	/** Images that were counted. */
	readonly total: number;
	/** Every value of every trait, the traits as people read them, the rarest value first; all invented landscapes are one value. */
	readonly values: ReadonlyMap<TraitKey, readonly ImageValueCount[]>;
	/** How many images have this very value, an invented landscape's name included. */
	readonly sharedBy: (value: TraitValue) => number;
}

interface Tally {
	planned: number;
	got: number;
}

/** Counts in one pass, which ten thousand images do not make felt. */
export function countImageTraits(images: readonly JobImage[]): TraitCounts {
	const exact = new Map(listTraitKeys(images).map((trait) => [trait, new Map<string, Tally>()]));
	for (const image of images) {
		for (const [trait, tallies] of exact) {
			const value = getTraitValue(image, trait);
			if (value === undefined) continue;
			const tally = tallies.get(value) ?? { planned: 0, got: 0 };
			tallies.set(value, tally);
			tally.planned += 1;
			if (image.state === 'stored') tally.got += 1;
		}
	}
	return {
		total: images.length,
		values: new Map([...exact].map(([trait, tallies]) => [trait, foldedCounts(trait, tallies)])),
		sharedBy: ({ trait, value }) => exact.get(trait)?.get(value)?.planned ?? 0,
	};
}

function foldedCounts(trait: TraitKey, tallies: ReadonlyMap<string, Tally>): readonly ImageValueCount[] {
	const folded = new Map<string, Tally>();
	for (const [exactValue, { planned, got }] of tallies) {
		const value = groupedValue(trait, exactValue);
		const before = folded.get(value);
		folded.set(value, { planned: planned + (before?.planned ?? 0), got: got + (before?.got ?? 0) });
	}
	return [...folded]
		.map(([value, tally]) => ({ trait, value, ...tally }))
		.sort((left, right) => left.planned - right.planned || compare(left.value, right.value));
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

export function countTiers(images: readonly JobImage[]) {
	return rarityTiers.map((tier) => {
		const members = images.filter(({ traits }) => traits.rarity === tier);
		return { tier, planned: members.length, got: members.filter(({ state }) => state === 'stored').length };
	});
}

/** How often the model refused images with one trait value. */
export interface TraitRefusal extends TraitValue {
	readonly refused: number;
	/** Images with this value that were tried at all. */
	readonly tried: number;
}

/** Trait values that turn up in refused images, the most often refused share first; a single value for all says nothing. */
export function countRefusals(images: readonly JobImage[]): readonly TraitRefusal[] {
	const tried = images.filter(({ state, failure }) => state !== 'planned' || failure !== null);
	return listTraitKeys(tried)
		.flatMap((trait) => {
			const groups = Map.groupBy(tried, (image) => groupedValue(trait, getTraitValue(image, trait) ?? ''));
			if (groups.size < 2) return [];
			return [...groups].map(([value, members]) => ({
				trait,
				value,
				tried: members.length,
				refused: members.filter(({ failure }) => failure === 'blocked').length,
			}));
		})
		.filter(({ refused }) => refused > 0)
		.sort(
			(left, right) =>
				right.refused / right.tried - left.refused / left.tried ||
				right.refused - left.refused ||
				compare(left.value, right.value),
		);
}
