import { afflictions } from '@adx/validators/catalogue/afflictions';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import { type CatalogueOption, tierShares } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import type { PlannedTrait, StartGenerationInput } from '@adx/validators/generation';
import { traitLabel, traitNames } from '../metadata/traits.ts';
import { isLandscapeName } from './landscape-names.ts';
import { PlanImpossibleError } from './plan-error.ts';

/** What planning reads of a start request. */
export type PlanRequest = Pick<
	StartGenerationInput,
	'races' | 'classes' | 'artStyle' | 'backgroundType' | 'afflictions' | 'batchSize' | 'weights' | 'counts' | 'rules'
>;

/** One planned trait with the values that can occur; the lists run over the same values. */
export interface PlanColumn {
	readonly trait: PlannedTrait;
	readonly values: readonly string[];
	/** Relative shares of what the counts leave over; 0 for values with a count. */
	readonly weights: readonly number[];
	/** The exact count asked for, or null. */
	readonly counts: readonly (number | null)[];
	/** Background is no part of the DNA. */
	readonly inDna: boolean;
	/** Every value was chosen by name and appears at least once when the batch is large enough. */
	readonly isChosen: boolean;
	/** Per row the index of the value that it has already and keeps, or `unpinned`; absent when no row has one. */
	readonly pins?: Int32Array;
}

export const unpinned = -1;

/** Stands in the background column for 'any invented landscape'; each row then gets a name of its own. */
export const inventedLandscape = '';

const noneShare = { affliction: 60, divinity: 50, magicalStone: 50 } as const;

/** What moves the shares of a trait's values, and how many images they are shared out over. */
type Steering = Pick<PlanRequest, 'weights' | 'counts' | 'batchSize'>;

/** The columns of a plan with weights and counts applied. Throws when the counts of one trait cannot be met by themselves. */
export function buildColumns(request: PlanRequest): PlanColumn[] {
	return [
		toColumn(request, 'race', weighByTier(races, request.races), true),
		toColumn(request, 'class', weighByTier(classes, request.classes), true),
		...buildBeingColumns(request, request.afflictions ?? []),
		toColumn(request, 'background', weighBackgrounds(request)),
	];
}

/**
 * The columns that need no picture to be drawn from them: class, affliction, divinity, items and magical stone, each with
 * all its values. Throws when weights leave a trait no value.
 */
export function buildAttributeColumns(steering: Steering): PlanColumn[] {
	return [toColumn(steering, 'class', weighByTier(classes)), ...buildBeingColumns(steering, [])];
}

/** The columns of what a being has; no chosen affliction means all of them. */
function buildBeingColumns(steering: Steering, chosenAfflictions: readonly string[]): PlanColumn[] {
	const afflicted = weighByTier(afflictions, chosenAfflictions.length > 0 ? chosenAfflictions : undefined);
	return [
		toColumn(steering, 'affliction', withNoneShare(afflicted, noneShare.affliction)),
		toColumn(steering, 'divinity', withNoneShare(weighByTier(divinities), noneShare.divinity)),
		toColumn(steering, 'items', weighByTier(items)),
		toColumn(steering, 'magicalStone', withNoneShare(weighByTier(stones), noneShare.magicalStone)),
	];
}

/** "Race Elf", as the sentences about counts and rules name a value. */
export function describeValue(trait: PlannedTrait, value: string): string {
	return `${traitNames[trait]} ${traitLabel(trait, value)}`;
}

type WeightByValue = Map<string, number>;

/** Its tier's share, split evenly over the whole catalogue's values of that tier ('none' has a share of its own). */
function weighByTier(options: readonly CatalogueOption[], selected?: readonly string[]): WeightByValue {
	const real = options.filter(({ value }) => value !== 'none');
	const weights: WeightByValue = new Map();
	for (const { value, tier } of options) {
		if (selected && !selected.includes(value)) continue;
		weights.set(value, tierShares[tier] / real.filter((option) => option.tier === tier).length);
	}
	return weights;
}

/** Gives 'none' its fixed share of the whole, whichever other values take part. */
function withNoneShare(weights: WeightByValue, sharePercent: number): WeightByValue {
	if (!weights.has('none')) return weights;
	const others = [...weights].reduce((sum, [value, weight]) => (value === 'none' ? sum : sum + weight), 0);
	return weights.set('none', others === 0 ? 1 : (others * sharePercent) / (100 - sharePercent));
}

function weighBackgrounds({ backgroundType, weights, counts }: PlanRequest): WeightByValue {
	if (backgroundType === 'random-all') return weighByTier(sceneBackgrounds);
	if (backgroundType !== 'random-original-landscapes') return new Map([[backgroundType, 100]]);
	const named = [weights, counts].flatMap((steering) => Object.keys(steering?.background ?? {}));
	// Free text never becomes a trait: only names the grammar itself could have made may be steered.
	return new Map([[inventedLandscape, 100], ...named.filter(isLandscapeName).map((name) => [name, 0] as const)]);
}

function toColumn(
	steering: Steering,
	trait: PlannedTrait,
	defaultWeights: WeightByValue,
	isChosen = false,
): PlanColumn {
	const requested = steering.counts?.[trait] ?? {};
	for (const [value, count] of Object.entries(requested)) {
		if (count === 0 || defaultWeights.has(value)) continue;
		const named = describeValue(trait, value);
		throw new PlanImpossibleError(
			`${count.toLocaleString('en')} images with ${named} are asked for, but it is not among the choices.`,
			{
				binding: `${named}: ${count}`,
			},
		);
	}
	const steered = steering.weights?.[trait] ?? {};
	const values = [...defaultWeights.keys()];
	const counts = values.map((value) => (Object.hasOwn(requested, value) ? requested[value]! : null));
	const weights = values.map((value, index) =>
		counts[index] !== null ? 0 : Object.hasOwn(steered, value) ? steered[value]! : defaultWeights.get(value)!,
	);
	return filterValues({ trait, values, counts, weights, inDna: trait !== 'background', isChosen }, steering.batchSize);
}

/** What narrows a column further: which values stay, and what to name when too few do. */
interface Narrowing {
	readonly keeps: (valueIndex: number) => boolean;
	readonly because: string;
}

/**
 * The column with only the values that can occur: those with a count, and, where the counts leave room, those with a
 * weight. Throws when they cannot make up `size` images.
 */
export function filterValues(column: PlanColumn, size: number, narrowing?: Narrowing): PlanColumn {
	const { values, counts, weights } = column;
	const name = traitNames[column.trait];
	const because = narrowing?.because ?? `the counts of ${name}`;
	const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	if (counted > size) {
		const reason = `The counts of ${name} add up to ${counted.toLocaleString('en')}, but the collection holds only ${size.toLocaleString('en')} images.`;
		throw new PlanImpossibleError(reason, { binding: because });
	}
	const remaining = values.flatMap((_, index) => {
		const canOccur = counts[index] === null ? counted < size && weights[index]! > 0 : counts[index]! > 0;
		return canOccur && (narrowing?.keeps(index) ?? true) ? [index] : [];
	});
	if (counted < size && !remaining.some((index) => counts[index] === null)) {
		const reason =
			counted === 0
				? `No value of ${name} is left to choose from.`
				: `The counts of ${name} add up to ${counted.toLocaleString('en')}, and no other value may fill the rest of ${size.toLocaleString('en')} images.`;
		throw new PlanImpossibleError(reason, { binding: because, largestFeasible: counted });
	}
	const only = <Item>(list: readonly Item[]) => remaining.map((index) => list[index]!);
	return { ...column, values: only(values), counts: only(counts), weights: only(weights) };
}
