import type { LayerProject } from '@adx/collection/layers/layer-project';
import type { LayerPlan } from '@adx/collection/layers/plan-layers';
import { rarityTiers } from '@adx/collection/rarity/rarity';
import type { RarityTier } from '@adx/validators/catalogue/image-traits';
import type { PlanSummary, TraitSummary } from '../plan/plan-summary.ts';
import { toTraitKey } from './layers-views.ts';

export type LayersPlanResult =
	| { readonly kind: 'planned'; readonly summary: PlanSummary }
	/** `message` is a sentence to show as it is; the traits' counts are 0. */
	| { readonly kind: 'impossible'; readonly message: string; readonly traits: readonly TraitSummary[] };

/** What a plan comes to, but for its seed and its rarest rows; null for one that is impossible. */
export function summarizeLayers(project: LayerProject, plan: LayerPlan | null): Omit<PlanSummary, 'seed' | 'rarest'> {
	const tiers = Object.fromEntries(rarityTiers.map((tier) => [tier, 0])) as Record<RarityTier, number>;
	for (const { rarityTier } of plan?.rows ?? []) tiers[rarityTier]++;
	const capacity = plan?.configurations.reduce((sum, each) => sum + each.capacity, 0n) ?? 0n;
	return {
		size: plan?.rows.length ?? 0,
		capacity: capacity.toString(),
		notice: plan?.notice ?? null,
		provisional: plan?.provisional ?? true,
		traits: project.configurations.flatMap((_, set) => summarizeSet(project, set, plan)),
		tiers,
	};
}

function summarizeSet({ configurations }: LayerProject, set: number, plan: LayerPlan | null): TraitSummary[] {
	const planned = plan?.configurations[set];
	const impossible = new Set(planned?.impossible.map(({ trait, value }) => JSON.stringify([trait, value])));
	return configurations[set]!.layers.map(({ name, values }) => ({
		trait: toTraitKey(set, name),
		name: configurations.length > 1 ? `${name} (set ${set + 1})` : name,
		isChosen: true,
		values: values.map((value) => ({
			value: value.name,
			label: value.name,
			planned: planned?.counts[name]?.[value.name] ?? 0,
			defaultWeight: value.weight,
			isPossible: !impossible.has(JSON.stringify([name, value.name])),
		})),
	}));
}
