import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildColumns } from './columns.ts';
import { countCombinations } from './combinations.ts';
import { propagate, toCompatibility } from './compatibility.ts';
import { listCombinations, listRules, narrow, smallWorlds, toPlanRequest } from './plan-testing.ts';

describe('propagate', () => {
	it('concludes from two rules that meet in a third trait', () => {
		const columns = buildColumns({ ...narrow, races: ['elf', 'dwarf'], classes: ['wizard', 'fighter'] });
		const elf = { trait: 'race' as const, value: 'elf' };
		const wizard = { trait: 'class' as const, value: 'wizard' };
		const dice = { trait: 'items' as const, value: 'bone-dice' };
		const compatibility = propagate(
			toCompatibility(columns, [
				{ kind: 'together', left: elf, right: wizard },
				{ kind: 'together', left: wizard, right: dice },
			]),
		);
		const items = columns.findIndex(({ trait }) => trait === 'items');
		const partners = columns[items]!.values.filter((_, value) => compatibility[0]![0]![items]![value] === 1);
		expect(partners).toEqual(['bone-dice']);
	});

	it('changes no combination', () => {
		const worlds = smallWorlds(3).chain((world) => fc.tuple(fc.constant(world), listRules(world, 6)));
		fc.assert(
			fc.property(worlds, ([world, rules]) => {
				const columns = buildColumns(toPlanRequest(world, 1_000));
				const compatibility = propagate(toCompatibility(columns, rules));
				expect(countCombinations(columns, compatibility).count(1_000).count).toBe(
					BigInt(listCombinations(world, rules).length),
				);
			}),
		);
	});
});
