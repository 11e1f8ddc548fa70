import type { LayerSteering } from '@adx/validators/generation/layer-list';
import { batchSizeSchema, type FormInput } from '../form/form-schema.ts';
import type { PlanSteering, SteeringRule, TraitNumbers } from '../plan/plan-steering.ts';
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

/** By set; what was said about a folder that was chosen before is left out. */
function toSteering({ weights, counts, rules }: PlanSteering, { sets }: LayersView): LayerSteering[] {
	const known = new Set(
		sets.flatMap(({ layers }, set) =>
			layers.flatMap(({ name, values }) => values.map((value) => JSON.stringify([toTraitKey(set, name), value.name]))),
		),
	);
	const isKnown = (trait: string, value: string) => known.has(JSON.stringify([trait, value]));
	const toNumbers = (numbers: TraitNumbers, set: number) => {
		const ofSet = Object.entries(numbers).flatMap(([trait, byValue]) => {
			const values = Object.entries(byValue ?? {}).filter(([value]) => isKnown(trait, value));
			return parseTraitKey(trait).set === set && values.length > 0
				? [[parseTraitKey(trait).name, Object.fromEntries(values)] as const]
				: [];
		});
		return ofSet.length === 0 ? undefined : Object.fromEntries(ofSet);
	};
	const toPair = ({ trait, value }: SteeringRule['left']) => ({ trait: parseTraitKey(trait).name, value });
	return sets.map((_, set) => {
		const ofSet = rules.filter(
			({ left, right }) =>
				parseTraitKey(left.trait).set === set && [left, right].every(({ trait, value }) => isKnown(trait, value)),
		);
		const steering = {
			weights: toNumbers(weights, set),
			counts: toNumbers(counts, set),
			rules:
				ofSet.length === 0
					? undefined
					: ofSet.map(({ kind, left, right }) => ({ kind, left: toPair(left), right: toPair(right) })),
		};
		// Without what is not said, as it is sent.
		return JSON.parse(JSON.stringify(steering)) as LayerSteering;
	});
}
