import type { LayerSteering } from '@adx/validators/generation/layer-list';
import { batchSizeSchema, type FormInput } from '../form/form-schema.ts';
import type { PlanSteering, SteeredValue, TraitNumbers } from '../plan/plan-steering.ts';
import { type LayersPlanRequest, type LayersView, parseTraitKey, toTraitKey } from './layers-views.ts';

/** What a plan of layers can be made from; null until a folder that can be drawn and a possible number are chosen. */
export function toLayersPlanRequest(
	{ layers, layerPlan, batchSize }: Pick<FormInput, 'layers' | 'layerPlan' | 'batchSize'>,
	view: LayersView | null,
): LayersPlanRequest | null {
	const images = batchSizeSchema.safeParse(batchSize).data;
	if (images === undefined || view === null || view.id !== layers || !view.isUsable) return null;
	return { id: view.id, batchSize: images, steering: toSteering(layerPlan, view) };
}

/**
 * The steering that concerns this folder. What was said about one that was open before is kept in the form, for when it is
 * opened again, but neither ordered nor counted.
 */
export function toOwnSteering({ weights, counts, rules }: PlanSteering, { sets }: LayersView): PlanSteering {
	const known = new Set(
		sets.flatMap(({ layers }, set) =>
			layers.flatMap(({ name, values }) => values.map((value) => JSON.stringify([toTraitKey(set, name), value.name]))),
		),
	);
	const isKnown = ({ trait, value }: SteeredValue) => known.has(JSON.stringify([trait, value]));
	const aboutKnown = (numbers: TraitNumbers): TraitNumbers => {
		const byTrait = Object.entries(numbers).map(([trait, byValue]) => {
			const values = Object.entries(byValue ?? {}).filter(([value]) => isKnown({ trait, value }));
			return [trait, Object.fromEntries(values)] as const;
		});
		return Object.fromEntries(byTrait.filter(([, byValue]) => Object.keys(byValue).length > 0));
	};
	return {
		weights: aboutKnown(weights),
		counts: aboutKnown(counts),
		rules: rules.filter(({ left, right }) => isKnown(left) && isKnown(right)),
	};
}

/** By set, as it is sent. */
function toSteering(plan: PlanSteering, view: LayersView): LayerSteering[] {
	const { weights, counts, rules } = toOwnSteering(plan, view);
	const toNumbers = (numbers: TraitNumbers, set: number) => {
		const ofSet = Object.entries(numbers)
			.filter(([trait]) => parseTraitKey(trait).set === set)
			.map(([trait, byValue]) => [parseTraitKey(trait).name, byValue] as const);
		return ofSet.length === 0 ? undefined : Object.fromEntries(ofSet);
	};
	const toPair = ({ trait, value }: SteeredValue) => ({ trait: parseTraitKey(trait).name, value });
	return view.sets.map((_, set) => {
		const ofSet = rules.filter(({ left }) => parseTraitKey(left.trait).set === set);
		const steering = {
			weights: toNumbers(weights, set),
			counts: toNumbers(counts, set),
			rules:
				ofSet.length === 0
					? undefined
					: ofSet.map(({ kind, left, right }) => ({ kind, left: toPair(left), right: toPair(right) })),
		};
		// Drops fields that are undefined.
		return JSON.parse(JSON.stringify(steering)) as LayerSteering;
	});
}
