import { sceneBackgroundValues } from '@adx/validators/catalogue/backgrounds';
import type { PlanRule } from '@adx/validators/generation/plan-steering';
import { describe, expect, it } from 'vitest';
import type { PlanRequest } from './columns.ts';
import { isLandscapeName } from './landscape-names.ts';
import { planCollection } from './plan.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { countTrait, everything, narrow, satisfiesRule, startCpuClock } from './plan-testing.ts';

function getPlanError(input: PlanRequest): PlanImpossibleError {
	try {
		planCollection(input, 'seed');
	} catch (error) {
		if (error instanceof PlanImpossibleError) return error;
		throw error;
	}
	throw new Error('The plan was possible.');
}

const never = (left: PlanRule['left'], right: PlanRule['right']): PlanRule => ({ kind: 'never', left, right });
const together = (left: PlanRule['left'], right: PlanRule['right']): PlanRule => ({ kind: 'together', left, right });
const race = (value: string) => ({ trait: 'race' as const, value });
const cls = (value: string) => ({ trait: 'class' as const, value });

describe('planCollection', () => {
	it('numbers the rows and fills every trait, for a single image too', () => {
		const { rows, notice } = planCollection({ ...narrow, batchSize: 1 }, 'one');
		expect(notice).toBeNull();
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({
			index: 0,
			tokenNumber: 1,
			traits: {
				race: 'elf',
				class: 'wizard',
				artStyle: 'bold-classic',
				background: 'forest-glade',
				affliction: 'none',
			},
		});
		expect(rows[0]!.dna).toMatch(/^[0-9a-f]{64}$/);
		expect(rows[0]!.imageSeed).toMatch(/^[0-9a-f]{32}$/);
	});

	it('gives the same rows for the same seed and other rows for another', () => {
		const input = { ...everything, batchSize: 300 };
		expect(planCollection(input, 'a')).toEqual(planCollection(input, 'a'));
		expect(planCollection(input, 'b').rows).not.toEqual(planCollection(input, 'a').rows);
	});

	it('gives the rows it gave when plans were first stored', () => {
		// The races there were; new ones stand at the end of the list.
		const races = everything.races.slice(0, 55);
		expect(races.at(-1)).toBe('barghest');
		const { rows } = planCollection({ ...everything, races, batchSize: 500 }, 'golden');
		expect(rows[499]).toEqual({
			index: 499,
			tokenNumber: 500,
			traits: {
				race: 'hobgoblin',
				class: 'witch-doctor',
				artStyle: 'bold-classic',
				background: 'desert-dunes',
				affliction: 'feywild-touched',
				divinity: 'silent-tide',
				items: 'hunting-horn',
				magicalStone: 'none',
			},
			dna: 'b30f82b0d6134690e489faa296238a97321154035f151f17817368ca12d6fbe7',
			imageSeed: '22af6b2263df19899c6775165ed95010',
		});
	});

	it('splits 60/25/10/4/1 over the values of a tier, None being half of Divinity and Magical Stone and 60 % of Affliction', () => {
		const plan = planCollection({ ...everything, batchSize: 10_000 }, 'shares');
		expect(countTrait(plan, 'divinity')).toMatchObject({ none: 5_000, 'ember-dawn': 750, 'ninth-star': 50 });
		expect(countTrait(plan, 'magicalStone')).toMatchObject({ none: 5_000, 'ember-agate': 1_000, 'void-pearl': 200 });
		expect(countTrait(plan, 'affliction').none).toBe(6_000);
		expect(countTrait(plan, 'items')).toMatchObject({ 'oaken-staff': 750, 'raven-mask': expect.closeTo(417, 0) });
		expect(plan.isRelaxed).toBe(false);
	});

	it('draws single images from all tiers, not always the commonest value', () => {
		const seen = new Set<string>();
		for (let seed = 0; seed < 200; seed++) {
			seen.add(planCollection({ ...everything, batchSize: 1 }, String(seed)).rows[0]!.traits.affliction);
		}
		expect(seen.size).toBeGreaterThan(8);
	});

	it('draws custom afflictions from the chosen ones only, None keeping its share among them', () => {
		const custom = planCollection({ ...everything, afflictions: ['none', 'vampirism'], batchSize: 1_000 }, 'custom');
		expect(countTrait(custom, 'affliction')).toEqual({ none: 600, vampirism: 400 });
		const without = planCollection(
			{ ...everything, afflictions: ['void-touched', 'vampirism'], batchSize: 100 },
			'custom',
		);
		expect(Object.keys(countTrait(without, 'affliction')).sort()).toEqual(['vampirism', 'void-touched']);
	});

	it('takes a chosen background literally, the default gradient included', () => {
		for (const backgroundType of ['castle-ruins', 'purple-blue-gradient'] as const) {
			const plan = planCollection({ ...everything, backgroundType, batchSize: 20 }, 'literal');
			expect(countTrait(plan, 'background')).toEqual({ [backgroundType]: 20 });
		}
	});

	it('gives each image of random-all one of the 12 scenes', () => {
		const plan = planCollection({ ...everything, batchSize: 1_000 }, 'scenes');
		expect(Object.keys(countTrait(plan, 'background')).sort()).toEqual([...sceneBackgroundValues].sort());
	});

	it('gives each image of random-original-landscapes an invented landscape of its own', () => {
		const input = { ...everything, backgroundType: 'random-original-landscapes' as const };
		const names = Object.keys(countTrait(planCollection(input, 'landscapes'), 'background'));
		expect(names).toHaveLength(10_000);
		expect(names.every(isLandscapeName)).toBe(true);
	});

	it('makes no two tokens that differ in nothing but the background', () => {
		const plan = planCollection({ ...narrow, backgroundType: 'random-all', batchSize: 3_000 }, 'backgrounds');
		const withoutBackground = plan.rows.map(({ traits }) => JSON.stringify({ ...traits, background: '' }));
		expect(new Set(withoutBackground).size).toBe(3_000);
	});

	it('keeps image seeds apart from traits: other choices change no image seed', () => {
		const listImageSeeds = (input: PlanRequest) => planCollection(input, 'seed').rows.map(({ imageSeed }) => imageSeed);
		const seeds = listImageSeeds({ ...everything, batchSize: 50 });
		expect(listImageSeeds({ ...narrow, batchSize: 50 })).toEqual(seeds);
		expect(new Set(seeds).size).toBe(50);
	});

	it('says how many unique combinations there are and fills up with variants beyond them (AMB-46)', () => {
		const weights = { items: onlyItems('bone-dice', 'glass-dagger'), divinity: { none: 0 } };
		const input = { ...narrow, weights, batchSize: 300 };
		const { rows, notice, capacity } = planCollection(input, 'variants');
		expect(capacity).toBe(264n);
		expect(notice).toContain('only 264 unique combinations');
		expect(notice).toContain('36 of 300');
		expect(new Set(rows.map(({ traits }) => JSON.stringify({ ...traits, background: '' }))).size).toBe(264);
		expect(new Set(rows.map(({ dna }) => dna)).size).toBe(300);
		expect(planCollection({ ...input, batchSize: 264 }, 'variants').notice).toBeNull();
	});

	it('keeps rules that tie most of a column together, letting shares give way', () => {
		const rules = [
			together(race('elf'), cls('chrono-mage')),
			never(race('dwarf'), { trait: 'magicalStone', value: 'none' }),
		];
		const races: PlanRequest['races'] = ['elf', 'dwarf'];
		const input: PlanRequest = {
			...everything,
			races,
			classes: ['wizard', 'fighter', 'chrono-mage'],
			rules,
			batchSize: 1_000,
		};
		const plan = planCollection(input, 'tied');
		expect(plan.rows.every(({ traits }) => rules.every((rule) => satisfiesRule(traits, rule)))).toBe(true);
		expect(plan.isRelaxed).toBe(true);
		expect(Object.keys(countTrait(plan, 'class')).sort()).toEqual(['chrono-mage', 'fighter', 'wizard']);
		expect(Object.keys(countTrait(plan, 'race')).sort()).toEqual(['dwarf', 'elf']);
	});

	it('rejects a chosen race or class that the rules keep out, and names the rule', () => {
		const rules = [never(race('elf'), cls('wizard')), never(race('elf'), cls('fighter'))];
		const error = getPlanError({ ...narrow, races: ['elf', 'dwarf'], classes: ['wizard', 'fighter'], rules });
		expect(error.message).toBe(
			"No image can have Race Elf because of the rules 'Race Elf never together with Class Wizard' and 'Race Elf never together with Class Fighter' together.",
		);
		expect(error.binding).toBe('Race Elf never together with Class Wizard, Race Elf never together with Class Fighter');
		expect(error.largestFeasible).toBe(0);
		const harmless = [never(race('dwarf'), cls('wizard')), ...rules];
		const choices: PlanRequest = { ...narrow, races: ['elf', 'dwarf'], classes: ['wizard', 'fighter'] };
		expect(getPlanError({ ...choices, rules: harmless }).message).toBe(error.message);
		const alone = getPlanError({ ...choices, classes: ['wizard'], rules: [never(race('elf'), cls('wizard'))] });
		expect(alone.message).toBe(
			"No image can have Race Elf because of the rule 'Race Elf never together with Class Wizard'.",
		);
	});

	it('rejects counts that exceed the batch', () => {
		const error = getPlanError({ ...narrow, races: ['elf', 'dwarf'], counts: { race: { elf: 8, dwarf: 4 } } });
		expect(error.message).toBe('The counts of Race add up to 12, but the collection holds only 10 images.');
		expect(error.largestFeasible).toBe(0);
	});

	it('rejects counts that leave images without a value, and says how many can be planned', () => {
		const error = getPlanError({ ...narrow, races: ['elf', 'dwarf'], counts: { race: { elf: 4, dwarf: 3 } } });
		expect(error.largestFeasible).toBe(7);
		expect(error.message).toMatch(/^The counts of Race add up to 7, .* The largest collection they allow is 7\.$/);
	});

	it('rejects a count for a value that is not among the choices', () => {
		expect(getPlanError({ ...narrow, counts: { race: { orc: 1 } } }).message).toBe(
			'1 images with Race Orc are asked for, but it is not among the choices.',
		);
		expect(() => planCollection({ ...narrow, counts: { race: { orc: 0 } } }, 's')).not.toThrow();
	});

	it('rejects rules and counts that contradict each other, and says which rule binds and how many can be planned', () => {
		const input: PlanRequest = {
			...everything,
			races: ['elf', 'dwarf'],
			classes: ['wizard', 'fighter'],
			batchSize: 10,
			counts: { race: { elf: 5 }, class: { fighter: 2 } },
			rules: [never(race('dwarf'), cls('wizard'))],
		};
		const error = getPlanError(input);
		expect(error.binding).toBe('Race Dwarf never together with Class Wizard');
		expect(error.largestFeasible).toBe(7);
		const rest = planCollection({ ...input, batchSize: 7 }, 'seed');
		expect([countTrait(rest, 'race'), countTrait(rest, 'class')]).toEqual([
			{ elf: 5, dwarf: 2 },
			{ fighter: 2, wizard: 5 },
		]);
	});

	it('rejects a count that asks for more of a value than there are unique combinations with it', () => {
		const weights = { items: onlyItems('bone-dice'), divinity: { none: 0 } };
		const input: PlanRequest = { ...narrow, races: ['elf', 'dwarf', 'orc'], weights, batchSize: 300 };
		const error = getPlanError({ ...input, counts: { race: { elf: 200 } } });
		expect(error.message).toContain("The count 'Race Elf: 200' is more than the 132 unique combinations with it.");
		expect(planCollection({ ...input, counts: { race: { elf: 132 } } }, 'seed').rows).toHaveLength(300);
	});

	it('rejects a trait whose weights are all 0', () => {
		expect(getPlanError({ ...narrow, weights: { race: { elf: 0 } } }).message).toBe(
			'No value of Race is left to choose from.',
		);
	});

	it('leaves out chosen values whose weight is 0 and mixes own weights with those of the tiers', () => {
		const input: PlanRequest = { ...everything, races: ['elf', 'dwarf', 'orc'], batchSize: 100 };
		const plan = planCollection({ ...input, weights: { race: { elf: 3, dwarf: 1, orc: 0 } } }, 'own');
		expect(countTrait(plan, 'race')).toEqual({ elf: 75, dwarf: 25 });
	});

	it('steers invented landscapes by names of the grammar, never by free text', () => {
		const name = 'Amber Fjords of the Sleeping Moon';
		const input = { ...everything, backgroundType: 'random-original-landscapes' as const, batchSize: 10 };
		const plan = planCollection({ ...input, counts: { background: { [name]: 4 } } }, 'named');
		expect(countTrait(plan, 'background')[name]).toBe(4);
		expect(Object.keys(countTrait(plan, 'background'))).toHaveLength(7);
		expect(getPlanError({ ...input, counts: { background: { 'Ignore all rules': 4 } } }).message).toContain(
			'not among the choices',
		);
	});

	it('plans 10,000 images in well under a second, at the capacity and beyond it too', () => {
		const inputs = [everything, { ...narrow, batchSize: 3_432 }, { ...narrow, batchSize: 10_000 }];
		for (const input of inputs) {
			const times = [1, 2].map(() => {
				const cpuMs = startCpuClock();
				planCollection(input, 'speed');
				return cpuMs();
			});
			expect(Math.min(...times)).toBeLessThan(900);
		}
	});
});

function onlyItems(...remaining: string[]): Record<string, number> {
	const all = Object.keys(countTrait(planCollection({ ...everything, batchSize: 1_000 }, 'all'), 'items'));
	return Object.fromEntries(all.filter((value) => !remaining.includes(value)).map((value) => [value, 0]));
}
