import { listValues } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildColumns, type PlanRequest } from './columns.ts';
import { type PlanRow, planCollection } from './plan.ts';
import { PlanImpossibleError } from './plan-error.ts';
import {
	countTrait,
	everything,
	listCombinations,
	listPairs,
	listRules,
	type SmallWorld,
	satisfiesRule,
	smallWorlds,
	toPlanRequest,
} from './plan-testing.ts';

const dnaTraits = ['race', 'class', 'affliction', 'divinity', 'items', 'magicalStone'] as const;
const traitsWithoutVariant = ({ traits }: PlanRow) => dnaTraits.map((trait) => traits[trait]).join();

describe('planCollection, for any input', () => {
	it('meets every quota exactly, at every size', () => {
		const selections = fc.record({
			races: fc.subarray([...listValues(races)], { minLength: 8 }),
			batchSize: fc.integer({ min: 1, max: 10_000 }),
			weights: fc.record({
				race: fc.constant({}),
				class: fc.dictionary(fc.constantFrom('wizard', 'bard', 'monk'), fc.integer({ min: 1, max: 90 })),
			}),
		});
		fc.assert(
			fc.property(selections, fc.string(), (selection, seed) => {
				const input: PlanRequest = { ...everything, ...selection };
				const plan = planCollection(input, seed);
				expect(plan.isRelaxed).toBe(false);
				expect(new Set(plan.rows.map(({ dna }) => dna)).size).toBe(input.batchSize);
				for (const { trait, values, weights, isChosen } of buildColumns(input)) {
					const counts = countTrait(plan, trait);
					const whole = weights.reduce((sum, weight) => sum + weight, 0);
					values.forEach((value, index) => {
						const count = counts[value] ?? 0;
						const share = (input.batchSize * weights[index]!) / whole;
						const isLifted = isChosen && input.batchSize >= values.length;
						if (isLifted) expect(count).toBeGreaterThanOrEqual(1);
						// Lifting rare races to one image takes a little from the common ones.
						else expect(Math.abs(count - share)).toBeLessThan(1);
						if (input.batchSize >= 5_000) expect(Math.abs(count - share)).toBeLessThan(1);
					});
				}
			}),
			{ numRuns: 25 },
		);
	});

	it('is unique up to the capacity, uses every combination beyond it, and shows every chosen race and class', () => {
		const worlds = smallWorlds(3).chain((world) => fc.tuple(fc.constant(world), listRules(world, 3)));
		fc.assert(
			fc.property(worlds, fc.double({ min: 0, max: 1.3, noNaN: true }), fc.string(), ([world, rules], fill, seed) => {
				const combinations = listCombinations(world, rules);
				const size = Math.max(1, Math.round(combinations.length * fill));
				const isShown = (trait: 'race' | 'class', value: string) => combinations.some((row) => row[trait] === value);
				const chosen = (['race', 'class'] as const).flatMap((trait) =>
					world[trait].map((value) => [trait, value] as const),
				);
				const run = () => planCollection({ ...toPlanRequest(world, size), rules }, seed);
				if (!chosen.every(([trait, value]) => isShown(trait, value))) {
					expect(run).toThrow(PlanImpossibleError);
					return;
				}
				const plan = run();
				expect(plan.capacity).toBe(BigInt(combinations.length));
				expect(plan.notice === null).toBe(size <= combinations.length);
				expect(new Set(plan.rows.map(traitsWithoutVariant)).size).toBe(Math.min(size, combinations.length));
				expect(new Set(plan.rows.map(({ dna }) => dna)).size).toBe(size);
				for (const { traits } of plan.rows) expect(rules.every((rule) => satisfiesRule(traits, rule))).toBe(true);
				for (const trait of ['race', 'class'] as const) {
					if (size >= world[trait].length)
						expect(Object.keys(countTrait(plan, trait))).toHaveLength(world[trait].length);
				}
			}),
			{ numRuns: 400 },
		);
	});

	const steered = smallWorlds(2).chain((world) =>
		fc.record({
			world: fc.constant(world),
			rules: listRules(world, 3),
			counted: fc.array(fc.tuple(listPairs(world), fc.integer({ min: 0, max: 3 })), { maxLength: 4 }),
			size: fc.integer({ min: 1, max: 5 }),
		}),
	);

	it('meets counts and rules exactly or is truly impossible, and the largest collection it names is right', () => {
		let [possible, impossible] = [0, 0];
		fc.assert(
			fc.property(steered, fc.string(), ({ world, rules, counted, size }, seed) => {
				const counts: Partial<Record<PlannedTrait, Record<string, number>>> = {};
				for (const [{ trait, value }, count] of counted) counts[trait] = { ...counts[trait], [value]: count };
				const feasible = (batchSize: number) => isFeasible(world, { rules, counts, batchSize });
				try {
					const plan = planCollection({ ...toPlanRequest(world, size), rules, counts }, seed);
					possible++;
					for (const [trait, values] of Object.entries(counts) as [PlannedTrait, Record<string, number>][]) {
						const found = countTrait(plan, trait);
						for (const [value, count] of Object.entries(values)) expect(found[value] ?? 0).toBe(count);
					}
					for (const { traits } of plan.rows) expect(rules.every((rule) => satisfiesRule(traits, rule))).toBe(true);
					if (plan.notice === null) expect(new Set(plan.rows.map(traitsWithoutVariant)).size).toBe(size);
				} catch (error) {
					if (!(error instanceof PlanImpossibleError)) throw error;
					impossible++;
					expect(feasible(size)).toBe(false);
					const smaller = Array.from({ length: size - 1 }, (_, index) => size - 1 - index);
					expect(error.largestFeasible).toBe(smaller.find(feasible) ?? 0);
				}
			}),
			{ numRuns: 600 },
		);
		expect(Math.min(possible, impossible)).toBeGreaterThan(50);
	});
});

interface Request {
	readonly rules: Parameters<typeof listCombinations>[1];
	readonly counts: Partial<Record<PlannedTrait, Record<string, number>>>;
	readonly batchSize: number;
}

/** Tries every set of rows there is: unique ones while the combinations last, all chosen races and classes that fit. */
function isFeasible(world: SmallWorld, { rules, counts, batchSize }: Request): boolean {
	const allowed = listCombinations(world, rules).filter((row) => dnaTraits.every((trait) => isWanted(row, trait)));
	function isWanted(row: Record<PlannedTrait, string>, trait: PlannedTrait): boolean {
		const requested = Object.values(counts[trait] ?? {}).reduce((sum, count) => sum + count, 0);
		const count = counts[trait]?.[row[trait]];
		return count === undefined ? requested < batchSize : count > 0;
	}
	const mayRepeat = batchSize > allowed.length;
	const presence = (['race', 'class'] as const).map((trait) => {
		const free = world[trait].filter((value) => counts[trait]?.[value] === undefined);
		const requested = Object.values(counts[trait] ?? {}).reduce((sum, count) => sum + count, 0);
		return { trait, values: batchSize - requested >= free.length && batchSize > requested ? free : [] };
	});
	// A race or class chosen by name that no row can have is refused, however small the batch.
	const isContradiction = (['race', 'class'] as const).some((trait) => {
		const wanted = world[trait].filter((value) => isWanted({ [trait]: value } as Record<PlannedTrait, string>, trait));
		return !wanted.every((value) => allowed.some((row) => row[trait] === value));
	});
	if (isContradiction) return false;
	const isComplete = (rows: readonly Record<PlannedTrait, string>[]) =>
		dnaTraits.every((trait) =>
			Object.entries(counts[trait] ?? {}).every(
				([value, count]) => rows.filter((row) => row[trait] === value).length === count,
			),
		) && presence.every(({ trait, values }) => values.every((value) => rows.some((row) => row[trait] === value)));
	const search = (from: number, rows: readonly Record<PlannedTrait, string>[]): boolean => {
		if (rows.length === batchSize) return isComplete(rows);
		for (let next = from; next < allowed.length; next++) {
			const row = allowed[next]!;
			const isOver = dnaTraits.some((trait) => {
				const count = counts[trait]?.[row[trait]];
				return count !== undefined && rows.filter((other) => other[trait] === row[trait]).length >= count;
			});
			if (!isOver && search(mayRepeat ? next : next + 1, [...rows, row])) return true;
		}
		return false;
	};
	return search(0, []);
}
