import { afflictions } from '@adx/validators/catalogue/afflictions';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import { type CatalogueOption, tierShares } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import { traitLabel, traitNames } from '../metadata/traits.ts';
import { isLandscapeName } from './landscape-names.ts';
import { type PlanColumn, steerColumn } from './plan-column.ts';

/** What planning reads of a start request. */
export type PlanRequest = Pick<
	StartGenerationInput,
	'races' | 'classes' | 'artStyle' | 'backgroundType' | 'afflictions' | 'batchSize' | 'weights' | 'counts' | 'rules'
>;

/** Stands in the background column for 'any invented landscape'; each row then gets a name of its own. */
export const anyInventedLandscape = '';

const noneShare = { affliction: 60, divinity: 50, magicalStone: 50 } as const;

/** What moves the shares of a trait's values, and how many images they are shared out over. */
type Steering = Pick<PlanRequest, 'weights' | 'counts' | 'batchSize'>;

/** The columns of a plan with weights and counts applied. Throws when the counts of one trait cannot be met by themselves. */
export function buildColumns(request: PlanRequest): PlanColumn<PlannedTrait>[] {
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
export function buildAttributeColumns(steering: Steering): PlanColumn<PlannedTrait>[] {
	return [toColumn(steering, 'class', weighByTier(classes)), ...buildBeingColumns(steering, [])];
}

/** The columns of what a being has; no chosen affliction means all of them. */
function buildBeingColumns(steering: Steering, chosenAfflictions: readonly string[]): PlanColumn<PlannedTrait>[] {
	const afflicted = weighByTier(afflictions, chosenAfflictions.length > 0 ? chosenAfflictions : undefined);
	return [
		toColumn(steering, 'affliction', withNoneShare(afflicted, noneShare.affliction)),
		toColumn(steering, 'divinity', withNoneShare(weighByTier(divinities), noneShare.divinity)),
		toColumn(steering, 'items', weighByTier(items)),
		toColumn(steering, 'magicalStone', withNoneShare(weighByTier(stones), noneShare.magicalStone)),
	];
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
	return new Map([[anyInventedLandscape, 100], ...named.filter(isLandscapeName).map((name) => [name, 0] as const)]);
}

function toColumn<Trait extends PlannedTrait>(
	{ weights, counts, batchSize }: Steering,
	trait: Trait,
	defaultWeights: WeightByValue,
	isChosen = false,
): PlanColumn<Trait> {
	const toLabel = (value: string) => traitLabel(trait, value);
	// A background alone makes no image another one.
	const column = { trait, name: traitNames[trait], toLabel, inDna: trait !== 'background', isChosen };
	const steering = { weights: weights?.[trait], counts: counts?.[trait], size: batchSize };
	return steerColumn(column, defaultWeights, steering);
}
