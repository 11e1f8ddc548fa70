import { afflictions } from '@adx/validators/catalogue/afflictions';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import { type CatalogueOption, tierShares } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import type { PlannedTrait, PlanRule, StartGenerationInput } from '@adx/validators/generation';
import { isLandscapeName } from './landscape-names.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { traitLabel, traitNames } from './traits.ts';

/** What a plan is made from; a start request is one. */
export interface PlanInput {
	readonly races: StartGenerationInput['races'];
	readonly classes: StartGenerationInput['classes'];
	readonly artStyle: StartGenerationInput['artStyle'];
	readonly backgroundType: StartGenerationInput['backgroundType'];
	/** Empty or absent means Random: all 21 by weight. */
	readonly afflictions?: StartGenerationInput['afflictions'];
	readonly batchSize: number;
	readonly weights?: StartGenerationInput['weights'];
	readonly counts?: StartGenerationInput['counts'];
	readonly rules?: readonly PlanRule[] | undefined;
}

/** One planned trait with the values that can occur; the lists run over the same values. */
export interface PlanColumn {
	readonly trait: PlannedTrait;
	readonly values: readonly string[];
	/** Share of what the counts leave over; 0 for values with a count. */
	readonly weights: readonly number[];
	/** The exact count asked for, or null. */
	readonly counts: readonly (number | null)[];
	/** Background is no part of the DNA. */
	readonly inDna: boolean;
	/** Every value was chosen by name and appears at least once when the batch is large enough. */
	readonly isChosen: boolean;
}

/** Stands in the background column for 'any invented landscape'; each row then gets a name of its own. */
export const inventedLandscape = '';

const noneShare = { affliction: 60, divinity: 50, magicalStone: 50 } as const;

/** What moves the shares of a trait's values, and how many images they are shared out over. */
type Steering = Pick<PlanInput, 'weights' | 'counts' | 'batchSize'>;

/** The columns of a plan with weights and counts applied. Throws when the counts of one trait cannot be met by themselves. */
export function buildColumns(input: PlanInput): PlanColumn[] {
	return [
		column(input, 'race', pick(races, input.races), true),
		column(input, 'class', pick(classes, input.classes), true),
		...beingColumns(input, input.afflictions ?? []),
		column(input, 'background', backgroundDraws(input)),
	];
}

/**
 * The columns that need no picture to be drawn from them: class, affliction, divinity, items and magical stone, each with
 * all its values. Throws when weights leave a trait no value.
 */
export function buildAttributeColumns(input: Steering): PlanColumn[] {
	return [column(input, 'class', pick(classes)), ...beingColumns(input, [])];
}

function beingColumns(input: Steering, chosenAfflictions: readonly string[]): PlanColumn[] {
	const drawn = chosenAfflictions.length > 0 ? pick(afflictions, chosenAfflictions) : pick(afflictions);
	return [
		column(input, 'affliction', withNone(drawn, noneShare.affliction)),
		column(input, 'divinity', withNone(pick(divinities), noneShare.divinity)),
		column(input, 'items', pick(items)),
		column(input, 'magicalStone', withNone(pick(stones), noneShare.magicalStone)),
	];
}

/** "Race Elf", as the sentences about counts and rules name a value. */
export function describeValue(trait: PlannedTrait, value: string): string {
	return `${traitNames[trait]} ${traitLabel(trait, value)}`;
}

type Draws = Map<string, number>;

/** Weight per value: its tier's share split over the catalogue's values of that tier ('none' has a share of its own). */
function pick(options: readonly CatalogueOption[], selected?: readonly string[]): Draws {
	const real = options.filter(({ value }) => value !== 'none');
	const draws: Draws = new Map();
	for (const { value, tier } of options) {
		if (selected && !selected.includes(value)) continue;
		draws.set(value, tierShares[tier] / real.filter((option) => option.tier === tier).length);
	}
	return draws;
}

/** Gives 'none' its fixed share of the draw, whichever other values take part. */
function withNone(draws: Draws, sharePercent: number): Draws {
	if (!draws.has('none')) return draws;
	const others = [...draws].reduce((sum, [value, weight]) => (value === 'none' ? sum : sum + weight), 0);
	return draws.set('none', others === 0 ? 1 : (others * sharePercent) / (100 - sharePercent));
}

function backgroundDraws(input: PlanInput): Draws {
	if (input.backgroundType === 'random-all') return pick(sceneBackgrounds);
	if (input.backgroundType !== 'random-original-landscapes') return new Map([[input.backgroundType, 100]]);
	const named = [input.weights, input.counts].flatMap((steering) => Object.keys(steering?.background ?? {}));
	// Free text never becomes a trait: only names the grammar itself could have made may be steered.
	return new Map([[inventedLandscape, 100], ...named.filter(isLandscapeName).map((name) => [name, 0] as const)]);
}

function column(input: Steering, trait: PlannedTrait, draws: Draws, isChosen = false): PlanColumn {
	const requested = input.counts?.[trait] ?? {};
	for (const [value, count] of Object.entries(requested)) {
		if (count === 0 || draws.has(value)) continue;
		const named = describeValue(trait, value);
		throw new PlanImpossibleError(`${count} images with ${named} are asked for, but it is not among the choices.`, {
			binding: `${named}: ${count}`,
		});
	}
	const steered = input.weights?.[trait] ?? {};
	const values = [...draws.keys()];
	const counts = values.map((value) => (Object.hasOwn(requested, value) ? requested[value]! : null));
	const weights = values.map((value, index) =>
		counts[index] !== null ? 0 : Object.hasOwn(steered, value) ? steered[value]! : draws.get(value)!,
	);
	return filterValues({ trait, values, counts, weights, inDna: trait !== 'background', isChosen }, input.batchSize);
}

/** What narrows a column further: which values stay, and what to name when too few do. */
interface Narrowing {
	readonly keeps: (valueIndex: number) => boolean;
	readonly because: string;
}

/**
 * The column with only the values that can occur: those with a count, and, where the counts leave room, those with a
 * weight. Throws when they cannot make up `total` images.
 */
export function filterValues(column: PlanColumn, total: number, narrowing?: Narrowing): PlanColumn {
	const { values, counts, weights } = column;
	const name = traitNames[column.trait];
	const because = narrowing?.because ?? `the counts of ${name}`;
	const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	if (counted > total) {
		const reason = `The counts of ${name} add up to ${counted}, but the collection holds only ${total} images.`;
		throw new PlanImpossibleError(reason, { binding: because });
	}
	const keptIndexes = values.flatMap((_, index) => {
		const canOccur = counts[index] === null ? counted < total && weights[index]! > 0 : counts[index]! > 0;
		return canOccur && (narrowing?.keeps(index) ?? true) ? [index] : [];
	});
	if (counted < total && !keptIndexes.some((index) => counts[index] === null)) {
		const reason =
			counted === 0
				? `No value of ${name} is left to choose from.`
				: `The counts of ${name} add up to ${counted}, and no other value may fill the rest of ${total} images.`;
		throw new PlanImpossibleError(reason, { binding: because, largestFeasible: counted });
	}
	const only = <Item>(list: readonly Item[]) => keptIndexes.map((index) => list[index]!);
	return { ...column, values: only(values), counts: only(counts), weights: only(weights) };
}
