import { afflictions } from '@adx/validators/catalogue/afflictions';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import { type CatalogueOption, listValues } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import type { PlannedTrait, PlanRule } from '@adx/validators/generation/plan-steering';
import fc from 'fast-check';
import type { PlanRequest } from './columns.ts';
import type { Plan } from './plan.ts';

/** For tests: everything selected, as large as a batch may be. */
export const everything: PlanRequest = {
	races: [...listValues(races)],
	classes: [...listValues(classes)],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
	batchSize: 10_000,
};

/** For tests: one race, one class, healthy, in front of one background. */
export const narrow: PlanRequest = {
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	afflictions: ['none'],
	batchSize: 10,
};

/** For tests: starts to count the milliseconds that this thread computes, whatever it waits for on a busy machine. */
export function startCpuClock(): () => number {
	const start = process.threadCpuUsage();
	return () => {
		const { user, system } = process.threadCpuUsage(start);
		return (user + system) / 1_000;
	};
}

/** How often each value stands in a column of a plan. */
export function countTrait(plan: Plan, trait: PlannedTrait): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { traits } of plan.rows) counts[traits[trait]] = (counts[traits[trait]] ?? 0) + 1;
	return counts;
}

/** The values of a small world, so small that every combination can be listed. */
export type SmallWorld = Readonly<Record<Exclude<PlannedTrait, 'background'>, readonly string[]>> & {
	readonly background: readonly string[];
};

const catalogues = {
	race: races,
	class: classes,
	affliction: afflictions,
	divinity: divinities,
	items: items,
	magicalStone: stones,
} as const satisfies Record<string, readonly CatalogueOption[]>;

const sizedPick = (options: readonly CatalogueOption[], max: number) =>
	fc.subarray(
		options.slice(0, 6).map(({ value }) => value),
		{ minLength: 1, maxLength: max },
	);

/** Worlds of at most `max` values per trait. */
export function smallWorlds(max: number): fc.Arbitrary<SmallWorld> {
	return fc.record({
		race: sizedPick(races, max),
		class: sizedPick(classes, max),
		affliction: sizedPick(afflictions, max),
		divinity: sizedPick(divinities, max),
		items: sizedPick(items, max),
		magicalStone: sizedPick(stones, max),
		background: fc.constantFrom(['forest-glade'], ['purple-blue-gradient']),
	});
}

/** A start request that can only draw from the world: selections, and weight 0 for what it lacks. */
export function toPlanRequest(world: SmallWorld, batchSize: number): PlanRequest {
	const onlyThese = (trait: 'divinity' | 'items' | 'magicalStone') => {
		const others = listValues(catalogues[trait]).filter((value) => !world[trait].includes(value));
		return Object.fromEntries(others.map((value) => [value, 0]));
	};
	return {
		races: world.race as PlanRequest['races'],
		classes: world.class as PlanRequest['classes'],
		afflictions: world.affliction as NonNullable<PlanRequest['afflictions']>,
		artStyle: 'bold-classic',
		backgroundType: world.background[0] as PlanRequest['backgroundType'],
		batchSize,
		weights: {
			divinity: onlyThese('divinity'),
			items: onlyThese('items'),
			magicalStone: onlyThese('magicalStone'),
		},
	};
}

/** A value of the world with its trait. */
export function listPairs(world: SmallWorld): fc.Arbitrary<PlanRule['left']> {
	const pairs = (Object.keys(catalogues) as (keyof typeof catalogues)[]).flatMap((trait) =>
		world[trait].map((value) => ({ trait, value })),
	);
	return fc.constantFrom(...pairs);
}

export function listRules(world: SmallWorld, maxLength: number): fc.Arbitrary<PlanRule[]> {
	const kind = fc.constantFrom('never' as const, 'together' as const);
	return fc.array(fc.record({ kind, left: listPairs(world), right: listPairs(world) }), { maxLength });
}

/** All combinations of the world's DNA traits that break no rule. */
export function listCombinations(world: SmallWorld, rules: readonly PlanRule[]): Record<PlannedTrait, string>[] {
	const background = world.background[0]!;
	let rows: Record<string, string>[] = [{ background }];
	for (const trait of Object.keys(catalogues) as (keyof typeof catalogues)[]) {
		rows = rows.flatMap((row) => world[trait].map((value) => ({ ...row, [trait]: value })));
	}
	return (rows as Record<PlannedTrait, string>[]).filter((row) => rules.every((rule) => satisfiesRule(row, rule)));
}

/** True when a row keeps a rule; written apart from the planner's own check. */
export function satisfiesRule(row: Readonly<Record<PlannedTrait, string>>, { kind, left, right }: PlanRule): boolean {
	const hasLeft = row[left.trait] === left.value;
	const hasRight = row[right.trait] === right.value;
	return kind === 'never' ? !(hasLeft && hasRight) : !hasLeft || hasRight;
}
