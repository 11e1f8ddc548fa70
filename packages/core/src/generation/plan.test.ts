import { planRanked } from '@adx/collection/ranked-plan';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../testing.ts';
import { planGeneration } from './plan.ts';

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

	it('rejects what the browser finds impossible, with the same sentence', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const input = order({ counts: { race: { elf: 61 } } });
		const sentence = 'The counts of Race add up to 61, but the collection holds only 60 images.';
		expect(() => planRanked(input, 'north')).toThrow(sentence);
		await expect(planGeneration(ctx, input)).rejects.toThrow(sentence);
	});
});
