import type { PlanRequest } from '@adx/collection/plan/columns';
import { planRanked } from '@adx/collection/plan/ranked-plan';
import { describe, expect, test } from 'vitest';
import { PlanWorkerService } from './plan-worker-service.ts';

const request: PlanRequest = {
	races: ['elf', 'orc', 'tabaxi'],
	classes: ['wizard', 'bard'],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
	batchSize: 120,
};

function plan(changes: Partial<PlanRequest> = {}, seed = 'north') {
	const service = new PlanWorkerService();
	return { service, result: service.plan(1, { ...request, ...changes }, seed) };
}

describe('the planning thread', () => {
	test('answers with counts that add up to the batch, tiers and the rarest five', () => {
		const { result } = plan();
		if (result.kind !== 'planned') throw new Error(`not planned but ${result.kind}`);
		const { summary } = result;
		const { rows, capacity } = planRanked(request, 'north');
		expect(summary).toMatchObject({ size: 120, capacity: capacity.toString(), provisional: false });
		for (const { values } of summary.traits) expect(values.reduce((sum, { planned }) => sum + planned, 0)).toBe(120);
		const elves = summary.traits[0]?.values.find(({ value }) => value === 'elf');
		expect(elves?.planned).toBe(rows.filter(({ traits }) => traits.race === 'elf').length);
		expect(Object.values(summary.tiers).reduce((sum, count) => sum + count, 0)).toBe(120);
		expect(summary.rarest.map(({ rarityRank }) => rarityRank)).toEqual(
			rows
				.map(({ rarityRank }) => rarityRank)
				.sort((left, right) => left - right)
				.slice(0, 5),
		);
	});

	test('hands out exactly the rows of the plan, by number or by rank', () => {
		const { service } = plan();
		const { rows } = planRanked(request, 'north');
		expect(service.rows(1, 'token', 10, 25)).toEqual(rows.slice(10, 25));
		const ranked = service.rows(1, 'rank', 0, 120);
		expect(ranked).toHaveLength(120);
		for (const [place, row] of ranked.slice(1).entries()) {
			expect(row.rarityRank).toBeGreaterThanOrEqual(ranked[place]!.rarityRank);
		}
	});

	test('counts invented landscapes as one value', () => {
		const { result } = plan({ backgroundType: 'random-original-landscapes' });
		const traits = result.kind === 'planned' ? result.summary.traits : [];
		expect(traits.find(({ trait }) => trait === 'background')?.values).toMatchObject([{ value: '', planned: 120 }]);
	});

	test('says what is impossible and still lists what can be steered', () => {
		const { result } = plan({ counts: { race: { elf: 121 } } });
		expect(result).toMatchObject({
			kind: 'impossible',
			message: 'The counts of Race add up to 121, but the collection holds only 120 images.',
		});
		expect(result.kind === 'impossible' && result.traits[0]?.values).toHaveLength(3);
	});

	test('has no rows of plans that are no longer the newest', () => {
		const { service } = plan();
		service.plan(2, request, 'b');
		expect(service.rows(1, 'token', 0, 5)).toEqual([]);
		expect(service.rows(2, 'token', 0, 5)).toHaveLength(5);
	});
});
