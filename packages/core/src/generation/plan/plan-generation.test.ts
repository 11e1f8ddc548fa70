import { planRanked } from '@adx/collection/plan/ranked-plan';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation/generation-order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestBlockMs } from '../../platform/longest-block-testing.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { planGeneration } from './plan-generation.ts';

let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({});
});
afterAll(() => test.close());

const order = (change: Partial<StartGenerationInput>): StartGenerationInput => ({
	...startGenerationInput.parse({
		races: ['elf', 'dwarf', 'orc', 'tabaxi'],
		classes: ['wizard', 'rogue', 'bard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 60,
		seed: 'north',
	}),
	...change,
});

describe('the plan of the server', () => {
	it.each<[string, Partial<StartGenerationInput>]>([
		['plain choices', {}],
		['one image', { batchSize: 1 }],
		['more than there are combinations', { races: ['elf'], classes: ['bard'], afflictions: ['none'], batchSize: 300 }],
		['invented landscapes', { backgroundType: 'random-original-landscapes' }],
		[
			'counts, weights and rules',
			{
				counts: { race: { elf: 7, orc: 0 }, magicalStone: { none: 50 } },
				weights: { class: { bard: 90 }, items: { 'bone-dice': 0 } },
				rules: [
					{ kind: 'never', left: { trait: 'race', value: 'elf' }, right: { trait: 'class', value: 'rogue' } },
					{ kind: 'together', left: { trait: 'race', value: 'dwarf' }, right: { trait: 'class', value: 'bard' } },
				],
			},
		],
	])('is, row by row, what a browser plans from the same body and seed: %s', async (_name, change) => {
		const ctx = await test.contextOf({ role: 'developer' });
		const input = order(change);
		const answer = await planGeneration(ctx, input);
		const { rows, capacity, notice, provisional } = planRanked(input, answer.seed);
		expect(answer).toMatchObject({ capacity: capacity.toString(), notice, rarityProvisional: provisional });
		expect(answer.rows).toEqual(
			rows.map(({ imageSeed, rarityUniqueTraits: _unique, ...row }) => ({ ...row, seed: imageSeed })),
		);
	});

	it('of many rows is made in a thread, and keeps nobody else waiting', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const input = order({ batchSize: 6_000 });
		const alone = await longestBlockMs(async () => planRanked(input, 'north'));
		expect(await longestBlockMs(() => planGeneration(ctx, input))).toBeLessThan(alone / 2);
	});

	it('rejects plans beyond ten of one account at once, and nobody else’s', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const other = await test.contextOf({ role: 'developer' });
		const plans = Array.from({ length: 12 }, () => planGeneration(ctx, order({ batchSize: 2_000 })));
		const others = planGeneration(other, order({ batchSize: 300 }));
		const ends = await Promise.allSettled(plans);
		expect(ends.map(({ status }) => status)).toEqual([
			...new Array(10).fill('fulfilled'),
			...new Array(2).fill('rejected'),
		]);
		expect(ends[11]).toMatchObject({
			reason: { code: 'LIMIT', reason: 'rate_limited', meta: { retryAfterSeconds: 5 } },
		});
		expect((await others).rows).toHaveLength(300);
	});

	it('rejects what the browser finds impossible, with the same sentence', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const input = order({ counts: { race: { elf: 61 } } });
		const sentence = 'The counts of Race add up to 61, but the collection holds only 60 images.';
		expect(() => planRanked(input, 'north')).toThrow(sentence);
		await expect(planGeneration(ctx, input)).rejects.toThrow(sentence);
	});
});
