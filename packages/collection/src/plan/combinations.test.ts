import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildColumns } from './columns.ts';
import { countCombinations } from './combinations.ts';
import { toCompatibility } from './compatibility.ts';
import { everything, listCombinations, listRules, smallWorlds, startCpuClock, toPlanRequest } from './plan-testing.ts';

describe('countCombinations', () => {
	const worldsWithRules = smallWorlds(3).chain((world) => fc.tuple(fc.constant(world), listRules(world, 5)));

	it('counts exactly the combinations that break no rule, and knows which values take part', () => {
		fc.assert(
			fc.property(worldsWithRules, ([world, rules]) => {
				const columns = buildColumns(toPlanRequest(world, 1_000));
				const combinations = countCombinations(columns, toCompatibility(columns, rules));
				const listed = listCombinations(world, rules);
				expect(combinations.count(1_000)).toEqual({ count: BigInt(listed.length), isExact: true });
				columns.forEach(({ trait, values }, column) => {
					values.forEach((value, index) => {
						const holders = listed.filter((row) => row[trait] === value);
						expect(combinations.has(column, index)).toBe(holders.length > 0);
						if (trait !== 'background') {
							expect(combinations.boundWith(column, index)).toBeGreaterThanOrEqual(holders.length);
						}
					});
				});
			}),
			{ numRuns: 200 },
		);
	});

	it('counts a combination once however many backgrounds fit, and not at all when none does', () => {
		const columns = buildColumns({
			...everything,
			races: ['elf', 'dwarf'],
			classes: ['wizard'],
			afflictions: ['none'],
		});
		const [race, background] = [columns[0]!, columns.at(-1)!];
		const rest = 13n * 24n * 11n;
		expect(countCombinations(columns, toCompatibility(columns, [])).count(1_000).count).toBe(2n * rest);
		const never = background.values.map((value) => ({
			kind: 'never' as const,
			left: { trait: race.trait, value: 'elf' },
			right: { trait: background.trait, value },
		}));
		expect(countCombinations(columns, toCompatibility(columns, never.slice(1))).count(1_000).count).toBe(2n * rest);
		expect(countCombinations(columns, toCompatibility(columns, never)).count(1_000).count).toBe(rest);
	});

	it('counts the full catalogue, with 100 rules across it, in less than two seconds', () => {
		const columns = buildColumns(everything);
		const all = BigInt(everything.races.length) * 24n * 21n * 13n * 24n * 11n;
		expect(countCombinations(columns, toCompatibility(columns, [])).count(1_000).count).toBe(all);
		const rules = Array.from({ length: 100 }, (_, index) => {
			const [left, right] = [columns[index % 6]!, columns[(index + 1 + (index % 4)) % 6]!];
			return {
				kind: 'never' as const,
				left: { trait: left.trait, value: left.values[(index * 5) % left.values.length]! },
				right: { trait: right.trait, value: right.values[(index * 11) % right.values.length]! },
			};
		});
		const cpuMs = startCpuClock();
		const count = countCombinations(columns, toCompatibility(columns, rules)).count(1_000).count;
		expect(cpuMs()).toBeLessThan(2_000);
		expect(count).toBeLessThan(all);
		expect(count).toBeGreaterThan(0n);
	});
});
