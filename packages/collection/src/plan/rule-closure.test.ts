import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCombinations } from './capacity.ts';
import { buildColumns } from './plan-columns.ts';
import { compileRules } from './plan-rules.ts';
import { listCombinations, listRules, narrow, smallWorlds, toPlanInput } from './plan-testing.ts';
import { closeRules } from './rule-closure.ts';

describe('closeRules', () => {
	it('concludes from two rules that meet in a third trait', () => {
		const columns = buildColumns({ ...narrow, races: ['elf', 'dwarf'], classes: ['wizard', 'fighter'] });
		const elf = { trait: 'race' as const, value: 'elf' };
		const wizard = { trait: 'class' as const, value: 'wizard' };
		const dice = { trait: 'items' as const, value: 'bone-dice' };
		const meets = closeRules(
			compileRules(columns, [
				{ kind: 'together', left: elf, right: wizard },
				{ kind: 'together', left: wizard, right: dice },
			]),
		);
		const items = columns.findIndex(({ trait }) => trait === 'items');
		const partners = columns[items]!.values.filter((_, value) => meets[0]![0]![items]![value] === 1);
		expect(partners).toEqual(['bone-dice']);
	});

	it('changes no combination', () => {
		const worlds = smallWorlds(3).chain((world) => fc.tuple(fc.constant(world), listRules(world, 6)));
		fc.assert(
			fc.property(worlds, ([world, rules]) => {
				const columns = buildColumns(toPlanInput(world, 1_000));
				const meets = closeRules(compileRules(columns, rules));
				expect(countCombinations(columns, meets).count()).toBe(BigInt(listCombinations(world, rules).length));
			}),
		);
	});
});
