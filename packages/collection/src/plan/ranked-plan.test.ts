import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toScoredTraits } from '../metadata/traits.ts';
import { rankTokens } from '../rarity/rarity.ts';
import type { PlanRequest } from './columns.ts';
import { planCollection } from './plan.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { everything, listRules, smallWorlds, toPlanRequest } from './plan-testing.ts';
import { planRanked, steerableTraits } from './ranked-plan.ts';

describe('planRanked', () => {
	it('is the plan with its ranks, tiers written into the traits, for any choices and rules', () => {
		const worlds = smallWorlds(3).chain((world) => fc.tuple(fc.constant(world), listRules(world, 2)));
		fc.assert(
			fc.property(worlds, fc.integer({ min: 1, max: 40 }), fc.string(), ([world, rules], batchSize, seed) => {
				const request = { ...toPlanRequest(world, batchSize), rules };
				const plain = planOrNull(() => planCollection(request, seed));
				const ranked = planOrNull(() => planRanked(request, seed));
				if (plain === null || ranked === null) {
					expect(ranked).toBe(plain);
					return;
				}
				const { tokens } = rankTokens(plain.rows.map(({ traits }) => toScoredTraits(traits)));
				expect(ranked.capacity).toBe(plain.capacity);
				expect(
					ranked.rows.map(({ traits: { rarity: _, ...traits }, dna, imageSeed }) => ({ traits, dna, imageSeed })),
				).toEqual(plain.rows.map(({ traits, dna, imageSeed }) => ({ traits, dna, imageSeed })));
				expect(
					ranked.rows.map(({ rarityRank, rarityScore, traits }) => [rarityRank, rarityScore, traits.rarity]),
				).toEqual(tokens.map(({ rank, score, tier }) => [rank, score, tier]));
			}),
			{ numRuns: 60 },
		);
	});
});

describe('steerableTraits', () => {
	const plain: PlanRequest = {
		...everything,
		races: ['elf', 'orc', 'human'],
		classes: ['wizard', 'bard'],
		batchSize: 20,
	};
	const withRace = (values: ReturnType<typeof steerableTraits>) => values.find(({ trait }) => trait === 'race')?.values;

	it('lists every chosen value with its own weight, also those that are steered to nothing', () => {
		const races = withRace(steerableTraits({ ...plain, weights: { race: { orc: 0, elf: 9 } } }));
		expect(races?.map(({ value, isPossible }) => [value, isPossible])).toEqual([
			['elf', true],
			['human', true],
			['orc', false],
		]);
		expect(races).toEqual(
			withRace(steerableTraits(plain))?.map((race) => ({ ...race, isPossible: race.value !== 'orc' })),
		);
	});

	it('tells which values the rules keep out', () => {
		const stones = steerableTraits({
			...plain,
			races: ['elf'],
			rules: [
				{
					kind: 'never',
					left: { trait: 'race', value: 'elf' },
					right: { trait: 'magicalStone', value: 'none' },
				},
			],
		}).find(({ trait }) => trait === 'magicalStone');
		expect(stones?.values.filter(({ isPossible }) => !isPossible).map(({ value }) => value)).toEqual(['none']);
	});

	it('takes everything for possible where counts contradict each other: planning says what is wrong', () => {
		const impossible = { ...plain, counts: { race: { elf: 30 } } };
		expect(() => planRanked(impossible, 's')).toThrow(PlanImpossibleError);
		expect(withRace(steerableTraits(impossible))?.every(({ isPossible }) => isPossible)).toBe(true);
	});
});

function planOrNull<Plan>(plan: () => Plan): Plan | null {
	try {
		return plan();
	} catch (error) {
		if (error instanceof PlanImpossibleError) return null;
		throw error;
	}
}
