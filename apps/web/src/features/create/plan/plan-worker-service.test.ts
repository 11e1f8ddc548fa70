import { type PlanRequest, planRanked } from '@adx/collection/plan/ranked-plan';
import { describe, expect, test } from 'vitest';
import { createPlanWorkerService, type PlanWorkerResponse } from './plan-worker-service.ts';

const request: PlanRequest = {
	races: ['elf', 'orc', 'tabaxi'],
	classes: ['wizard', 'bard'],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
	batchSize: 120,
};

function openDesk() {
	const answers: PlanWorkerResponse[] = [];
	const desk = createPlanWorkerService((answer) => answers.push(answer));
	return { desk, answers };
}

describe('the planning thread', () => {
	test('answers with counts that add up to the batch, tiers and the rarest five', () => {
		const { desk, answers } = openDesk();
		desk.request({ kind: 'plan', planId: 1, request, seed: 'north' });
		const [answer] = answers;
		if (answer?.kind !== 'planned') throw new Error(`not planned but ${answer?.kind}`);
		const { summary } = answer;
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
		const { desk, answers } = openDesk();
		desk.request({ kind: 'plan', planId: 1, request, seed: 'north' });
		desk.request({ kind: 'rows', planId: 1, order: 'token', from: 10, to: 25 });
		desk.request({ kind: 'rows', planId: 1, order: 'rank', from: 0, to: 120 });
		const { rows } = planRanked(request, 'north');
		expect(answers[1]).toMatchObject({ from: 10, rows: rows.slice(10, 25) });
		const ranked = answers[2]?.kind === 'rows' ? answers[2].rows : [];
		expect(ranked).toHaveLength(120);
		for (const [place, row] of ranked.slice(1).entries()) {
			expect(row.rarityRank).toBeGreaterThanOrEqual(ranked[place]!.rarityRank);
		}
	});

	test('counts invented landscapes as one value', () => {
		const { desk, answers } = openDesk();
		desk.request({
			kind: 'plan',
			planId: 1,
			request: { ...request, backgroundType: 'random-original-landscapes' },
			seed: 's',
		});
		const traits = answers[0]?.kind === 'planned' ? answers[0].summary.traits : [];
		expect(traits.find(({ trait }) => trait === 'background')?.values).toMatchObject([{ value: '', planned: 120 }]);
	});

	test('says what is impossible and still lists what can be steered', () => {
		const { desk, answers } = openDesk();
		desk.request({ kind: 'plan', planId: 4, request: { ...request, counts: { race: { elf: 121 } } }, seed: 's' });
		expect(answers[0]).toMatchObject({
			kind: 'impossible',
			planId: 4,
			message: 'The counts of Race add up to 121, but the collection holds only 120 images.',
		});
		expect(answers[0]?.kind === 'impossible' && answers[0].traits[0]?.values).toHaveLength(3);
	});

	test('keeps silent about plans that are no longer the newest', () => {
		const { desk, answers } = openDesk();
		desk.request({ kind: 'plan', planId: 1, request, seed: 'a' });
		desk.request({ kind: 'plan', planId: 2, request, seed: 'b' });
		desk.request({ kind: 'rows', planId: 1, order: 'token', from: 0, to: 5 });
		expect(answers.map(({ kind }) => kind)).toEqual(['planned', 'planned']);
	});
});
