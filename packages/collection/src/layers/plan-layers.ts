import type { LayerTraits, RarityTier } from '@adx/validators/catalogue/image-traits';
import { formatNumber } from '@adx/validators/format-number';
import type { LayerSteering } from '@adx/validators/generation/layer-list';
import { hashTraits } from '../plan/dna.ts';
import { deriveImageSeed } from '../plan/image-seed.ts';
import type { ColumnPair } from '../plan/plan-column.ts';
import { PlanImpossibleError } from '../plan/plan-error.ts';
import { type ColumnCounts, planOwnColumns } from '../plan/plan-own-columns.ts';
import { createRandomStream } from '../plan/prng.ts';
import { apportion } from '../plan/quotas.ts';
import { rankTokens } from '../rarity/rarity.ts';
import type { LayerConfiguration, LayerProject } from './layer-project.ts';

export interface LayerPlanRequest {
	/** How many images all configurations make together; by default as many as the project says. */
	readonly size?: number;
	/** By configuration. */
	readonly steering?: readonly (LayerSteering | undefined)[];
}

/** One image as it will be made: everything but its pixels. */
export interface LayerRow {
	/** From 0, in the order of token numbers. */
	readonly index: number;
	/** From 1. */
	readonly tokenNumber: number;
	/** Which of the project's configurations it is drawn from. */
	readonly configuration: number;
	/** Of every layer of that configuration, from the back to the front. */
	readonly traits: Readonly<Record<string, string>>;
	/** Differs from every other row's, also where trait values repeat. */
	readonly dna: string;
	/** 32 hex digits; independent of the traits. */
	readonly imageSeed: string;
	readonly rarityTier: RarityTier;
	readonly rarityScore: number;
	readonly rarityRank: number;
	readonly rarityUniqueTraits: number;
}

export interface LayerPlan {
	readonly rows: readonly LayerRow[];
	/** By configuration. */
	readonly configurations: readonly {
		readonly size: number;
		/** How many different images it can make beside those of the configurations before it. */
		readonly capacity: bigint;
		/** False where there can be at least so many. */
		readonly isCapacityExact: boolean;
		/** How often each value of each layer occurs, also those that do not. */
		readonly counts: ColumnCounts;
		/** Values with a weight that the rules keep off every image. */
		readonly impossible: readonly ColumnPair[];
	}[];
	/** A sentence to show when some images repeat others, else null. */
	readonly notice: string | null;
	/** The collection is too small for a rank to mean much. */
	readonly provisional: boolean;
}

/**
 * Plans and ranks a collection of layers, before anything is drawn: same project, request and seed, same rows. Each
 * configuration is planned by `planOwnColumns`, with exact quotas, and repeats no image of those before it; ranks are those of
 * OpenRarity over the whole collection, in which an image that lacks another configuration's trait has no value of it.
 *
 * Throws PlanImpossibleError when counts and rules contradict each other or name what the project does not have, and a
 * RangeError when neither the request nor the project says how many images there are.
 */
export function planLayers(project: LayerProject, request: LayerPlanRequest, seed: string): LayerPlan {
	checkNames(project, request.steering ?? []);
	const sizes = shareOut(project, request.size, seed);
	const taken: Record<string, string>[] = [];
	const planned = project.configurations.map((configuration, index) => {
		const size = sizes[index]!;
		if (size === 0) return { size, rows: [], capacity: 0n, isCapacityExact: true, distinct: 0, impossible: [] };
		const steering = request.steering?.[index] ?? {};
		// A seed of its own, so that two configurations of the same layers do not begin with the same images.
		const ownSeed = index === 0 ? seed : JSON.stringify([seed, index]);
		const plan = planOwnColumns({ ...toColumns(configuration, steering), size, taken }, ownSeed);
		for (const row of plan.rows) taken.push(keepDna(row, configuration));
		return { ...plan, size };
	});
	const rows = numberRows(
		planned.flatMap(({ rows }, configuration) => rows.map((traits) => ({ traits, configuration }))),
		{ project, seed },
	);
	const { tokens, provisional } = rankTokens(rows.map(({ traits }) => traits));
	return {
		rows: rows.map((row, index) => {
			const { tier: rarityTier, score: rarityScore, rank: rarityRank, uniqueTraits } = tokens[index]!;
			return { ...row, rarityTier, rarityScore, rarityRank, rarityUniqueTraits: uniqueTraits };
		}),
		configurations: planned.map(({ size, capacity, isCapacityExact, impossible, rows: own }, index) => {
			const counts = countValues(project.configurations[index]!, own);
			return { size, capacity, isCapacityExact, counts, impossible };
		}),
		notice: createNotice(planned),
		provisional,
	};
}

/** The traits of a planned image as its job stores them. */
export function toLayerTraits(
	{ traits, rarityTier }: Pick<LayerRow, 'traits' | 'rarityTier'>,
	{ layers }: LayerConfiguration,
): LayerTraits {
	return {
		layers: layers.map(({ name }) => ({ trait_type: name, value: traits[name]! })),
		outsideDna: layers.flatMap(({ name, isInDna }) => (isInDna ? [] : [name])),
		rarity: rarityTier,
	};
}

/** What names nothing would change nothing, without a word. */
function checkNames({ configurations }: LayerProject, steering: readonly (LayerSteering | undefined)[]): void {
	if (steering.length > configurations.length) {
		const count = configurations.length;
		throw unknownName(`There is no set of layers ${count + 1}: these have ${count}.`, String(count + 1));
	}
	for (const [index, each] of steering.entries()) {
		const { weights = {}, counts = {}, rules = [] } = each ?? {};
		const values = new Map(
			configurations[index]!.layers.map((layer) => [layer.name, new Set(layer.values.map(({ name }) => name))]),
		);
		const named = [...Object.entries(weights), ...Object.entries(counts)].flatMap(([trait, amounts]) =>
			Object.keys(amounts).map((value) => ({ trait, value })),
		);
		for (const { trait, value } of [...named, ...rules.flatMap(({ left, right }) => [left, right])]) {
			const known = values.get(trait);
			if (known === undefined) throw unknownName(`There is no layer '${trait}'.`, trait);
			if (!known.has(value)) throw unknownName(`The layer '${trait}' has no value '${value}'.`, value);
		}
	}
}

const unknownName = (reason: string, binding: string) => new PlanImpossibleError(reason, { binding });

/** How many images each configuration makes: as many as it says, or in proportion to that. */
function shareOut({ configurations }: LayerProject, size: number | undefined, seed: string): readonly number[] {
	const given = configurations.map((configuration) => configuration.size);
	const known = given.filter((each) => each !== null);
	const total = known.reduce((sum, each) => sum + each, 0);
	if (size === undefined && (known.length < given.length || given.length === 0)) {
		throw new RangeError('Say how many images there are: the project does not.');
	}
	if (size === undefined || (known.length === given.length && size === total)) return known;
	// A configuration that says nothing counts as much as an average one.
	const average = known.length === 0 ? 1 : total / known.length;
	const weights = given.map((each) => each ?? average);
	const none = weights.map(() => 0);
	const bounds = { minimums: none, maximums: weights.map(() => size) };
	return apportion({ total: size, weights, ...bounds }, createRandomStream(seed, 'sizes of configurations'));
}

function toColumns({ layers, rules }: LayerConfiguration, { weights, counts, rules: own = [] }: LayerSteering) {
	const asked = Object.fromEntries(
		layers.flatMap(({ name, values }) => {
			const exact = values.flatMap(({ name: value, count }) => (count === null ? [] : [[value, count] as const]));
			return exact.length === 0 ? [] : [[name, Object.fromEntries(exact)] as const];
		}),
	);
	const columns = layers.map(({ name, values, isInDna }) => {
		const steered = weights !== undefined && Object.hasOwn(weights, name) ? weights[name]! : {};
		const weigh = (value: string, weight: number) => (Object.hasOwn(steered, value) ? steered[value]! : weight);
		return { name, isInDna, values: values.map((value) => ({ ...value, weight: weigh(value.name, value.weight) })) };
	});
	return { columns, counts: counts ?? asked, rules: [...rules, ...own] };
}

function keepDna(traits: Readonly<Record<string, string>>, { layers }: LayerConfiguration): Record<string, string> {
	return Object.fromEntries(layers.flatMap(({ name, isInDna }) => (isInDna ? [[name, traits[name]!]] : [])));
}

type UnnumberedRow = Pick<LayerRow, 'traits' | 'configuration'>;

function numberRows(
	rows: readonly UnnumberedRow[],
	{ project, seed }: { readonly project: LayerProject; readonly seed: string },
) {
	const order = [...rows.keys()];
	if (project.isShuffled) createRandomStream(seed, 'order of configurations').shuffle(order);
	const variants = new Map<string, number>();
	return order.map((place, index) => {
		const { traits, configuration } = rows[place]!;
		const inDna = keepDna(traits, project.configurations[configuration]!);
		const plain = hashTraits(inDna);
		const variant = (variants.get(plain) ?? 0) + 1;
		variants.set(plain, variant);
		const dna = variant === 1 ? plain : hashTraits(inDna, variant);
		return { index, tokenNumber: index + 1, configuration, traits, dna, imageSeed: deriveImageSeed(seed, index) };
	});
}

function countValues({ layers }: LayerConfiguration, rows: readonly Readonly<Record<string, string>>[]): ColumnCounts {
	return Object.fromEntries(
		layers.map(({ name, values }) => {
			const counts = new Map(values.map((value) => [value.name, 0]));
			for (const row of rows) counts.set(row[name]!, counts.get(row[name]!)! + 1);
			return [name, Object.fromEntries(counts)];
		}),
	);
}

function createNotice(
	plans: readonly { readonly size: number; readonly distinct: number; readonly capacity: bigint }[],
): string | null {
	const repeats = plans.reduce((sum, { size, distinct }) => sum + size - distinct, 0);
	if (repeats === 0) return null;
	const size = plans.reduce((sum, plan) => sum + plan.size, 0);
	const short = plans.filter((plan) => plan.distinct < plan.size);
	const capacity = formatNumber(short.reduce((sum, plan) => sum + plan.capacity, 0n));
	const [some, all] = [repeats, size].map(formatNumber);
	return `These layers give only ${capacity} unique combinations; ${some} of ${all} images ${repeats === 1 ? 'is a duplicate' : 'are duplicates'}.`;
}
