import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAttributes, toScoredTraits } from '../metadata/traits.ts';
import { planCollection } from '../plan/plan.ts';
import { everything, startCpuClock } from '../plan/plan-testing.ts';
import { hasDerivedRarity, rankTokens, toTier } from './rarity.ts';
import { reportRarity } from './rarity-report.ts';

describe('rankTokens', () => {
	it('reproduces the OpenRarity vector of six tokens', () => {
		const { tokens, entropy } = rankTokens([
			{ bottom: 'spec', hat: 'spec', special: 'true' },
			{ bottom: '1', hat: '1', special: 'true' },
			{ bottom: '1', hat: '1' },
			{ bottom: '2', hat: '2' },
			{ bottom: '2', hat: '2' },
			{ bottom: '3', hat: '2' },
		]);
		expect(entropy).toBeCloseTo(5.214035419190713, 14);
		expect(tokens.map(({ rank }) => rank)).toEqual([1, 3, 4, 5, 5, 2]);
		expect(tokens.map(({ uniqueTraits }) => uniqueTraits)).toEqual([2, 0, 0, 0, 0, 1]);
		const scores = [1.5995000671, 1.2159200107, 0.8323399544, 0.7201499799, 0.7201499799, 0.9119400081];
		for (const [index, { score }] of tokens.entries()) expect(score).toBeCloseTo(scores[index]!, 10);
	});

	it('reproduces the OpenRarity vector of four tokens with a missing trait', () => {
		const { tokens, entropy } = rankTokens([
			{ trait1: 'v1', trait2: 'v1', trait3: 'v2' },
			{ trait1: 'v1', trait2: 'v2', trait3: 'v2' },
			{ trait1: 'v1', trait2: 'v2', trait3: 'v3' },
			{ trait1: 'v1', trait2: 'v2', trait3: 'v2', trait4: 'v1' },
		]);
		expect(entropy).toBeCloseTo(3.2451124978, 10);
		expect(tokens.map(({ rank }) => rank)).toEqual([2, 4, 2, 1]);
		const scores = [1, 0.5115847288, 1, 1.4884152712];
		for (const [index, { score }] of tokens.entries()) expect(score).toBeCloseTo(scores[index]!, 10);
	});

	it('scores one token, and tokens that are all alike, with 0', () => {
		expect(rankTokens([{ race: 'elf' }]).tokens).toEqual([{ score: 0, rank: 1, uniqueTraits: 2, tier: 'Common' }]);
		expect(rankTokens([{ a: 'x' }, { a: 'x' }]).tokens.map(({ score, rank }) => [score, rank])).toEqual([
			[0, 1],
			[0, 1],
		]);
		expect(rankTokens([]).tokens).toEqual([]);
	});

	it('trims and lower-cases names and values, and counts None and empty values as no trait', () => {
		const spelled: Record<string, string>[] = [
			{ ' Race ': 'ELF', Stone: 'None' },
			{ race: ' elf', stone: '' },
			{ race: 'orc', stone: 'ruby' },
		];
		const plain = [
			{ race: 'elf', stone: 'none' },
			{ race: 'elf', stone: '' },
			{ race: 'orc', stone: 'ruby' },
		];
		expect(rankTokens(spelled)).toEqual(rankTokens(plain));
		// Two tokens with one real trait each: the number of traits is unique on the third alone.
		expect(rankTokens(plain).tokens.map(({ uniqueTraits }) => uniqueTraits)).toEqual([1, 1, 3]);
	});

	it('leaves Rarity out, since it follows from the rank', () => {
		const tokens = [{ a: '1' }, { a: '1' }, { a: '2' }];
		expect(rankTokens(tokens.map((token, index) => ({ ...token, Rarity: `R${index}` })))).toEqual(rankTokens(tokens));
	});

	it('reads attribute lists like records', () => {
		const plan = planCollection({ ...everything, batchSize: 40 }, 'lists');
		const lists = plan.rows.map(({ traits }) => toAttributes({ ...traits, rarity: 'Common' }));
		expect(rankTokens(lists)).toEqual(rankTokens(plan.rows.map(({ traits }) => toScoredTraits(traits))));
	});

	const values = fc.constantFrom('none', '', 'a', 'b', 'c', 'd');
	const collections = fc.array(fc.dictionary(fc.constantFrom('t1', 't2', 't3', 't4'), values), {
		minLength: 1,
		maxLength: 40,
	});

	it('gives every token the same rank and score wherever it stands in the list', () => {
		const shuffled = collections.chain((tokens) => {
			const order = fc.shuffledSubarray(
				tokens.map((_, index) => index),
				{ minLength: tokens.length },
			);
			return fc.tuple(fc.constant(tokens), order);
		});
		fc.assert(
			fc.property(shuffled, ([tokens, order]) => {
				const plain = rankTokens(tokens);
				const moved = rankTokens(order.map((index) => tokens[index]!));
				expect(moved.entropy).toBe(plain.entropy);
				for (const [to, from] of order.entries()) expect(moved.tokens[to]).toEqual(plain.tokens[from]);
			}),
			{ numRuns: 300 },
		);
	});

	it('ranks by unique traits, then score, in competition ranks', () => {
		fc.assert(
			fc.property(collections, (list) => {
				const { tokens } = rankTokens(list);
				for (const token of tokens) {
					const ahead = tokens.filter(
						(other) =>
							other.uniqueTraits > token.uniqueTraits ||
							(other.uniqueTraits === token.uniqueTraits && other.score > token.score * (1 + 1e-9)),
					);
					expect(token.rank).toBe(ahead.length + 1);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('treats scores as equal within a relative 1e-9', () => {
		// Three tokens with the same shares under other trait names: their sums differ in the last digit only.
		const rows = ['xyz', 'zxy', 'yzx', 'xxx', 'yyy', 'yyy', 'zzz', 'zzz', 'zzz', 'zzz'];
		const { tokens } = rankTokens(rows.map(([a, b, c]) => ({ a: a!, b: b!, c: c! })));
		const [first, second, third] = tokens;
		expect(new Set([first!.score, second!.score, third!.score]).size).toBeGreaterThan(1);
		expect([first!.rank, second!.rank, third!.rank]).toEqual([4, 4, 4]);
	});

	it('ranks 10,000 tokens of 9 traits in under half a second', () => {
		const { rows } = planCollection(everything, 'speed');
		const tokens = rows.map(({ traits }, index) => ({ ...toScoredTraits(traits), Extra: String(index % 97) }));
		const times = [1, 2, 3].map(() => {
			const cpuMs = startCpuClock();
			rankTokens(tokens);
			return cpuMs();
		});
		expect(Object.keys(tokens[0]!).length).toBe(9);
		expect(Math.min(...times)).toBeLessThan(500);
	});
});

describe('reportRarity', () => {
	const createReport = (...tokens: readonly (readonly (readonly [string, string])[])[]) =>
		reportRarity(
			tokens.map((pairs, index) => ({
				tokenNumber: index + 1,
				attributes: pairs.map(([trait_type, value]) => ({ trait_type, value })),
			})),
		);

	it('counts as the ranking does, whatever the case and the white space around, in the commonest spelling', () => {
		const { traits, countOf, tokens } = createReport(
			[
				['Race', 'Elf'],
				['Hat', 'Red'],
			],
			[
				['Race ', 'elf '],
				['hat', 'red'],
			],
			[
				['Race', 'elf '],
				['Hat', 'Blue'],
			],
		);
		expect(traits).toEqual([
			{ trait: 'Race', missing: 0, values: [{ value: 'elf', count: 3 }] },
			{
				trait: 'Hat',
				missing: 0,
				values: [
					{ value: 'Red', count: 2 },
					{ value: 'Blue', count: 1 },
				],
			},
		]);
		expect(countOf({ trait_type: 'RACE', value: 'Elf' })).toBe(3);
		expect(countOf({ trait_type: 'Hat', value: 'red' })).toBe(2);
		expect(tokens.map(({ tokenNumber, rarity }) => [tokenNumber, rarity.uniqueTraits])).toEqual([
			[3, 1],
			[1, 0],
			[2, 0],
		]);
	});

	it('counts a value once for a token that has it in two spellings, and each of unlike ones', () => {
		const { traits } = createReport(
			[
				['Hat', 'Red'],
				['hat', 'red'],
			],
			[
				['Hat', 'Blue'],
				['HAT', 'Red'],
			],
		);
		expect(traits).toEqual([
			{
				trait: 'Hat',
				missing: 0,
				values: [
					{ value: 'Red', count: 2 },
					{ value: 'Blue', count: 1 },
				],
			},
		]);
	});
});

describe('toTier', () => {
	it('cuts at 1, 5, 15 and 40 percent, bounds included', () => {
		const tiers = [1, 2, 5, 6, 15, 16, 40, 41, 100].map((place) => toTier(place, 100));
		expect(tiers).toEqual(['Legendary', 'Epic', 'Epic', 'Rare', 'Rare', 'Uncommon', 'Uncommon', 'Common', 'Common']);
	});

	it('is that of the last place for tokens that share a rank', () => {
		const tiersOf = (groups: readonly number[]) =>
			new Set(
				rankTokens(
					groups.flatMap((size, group) => Array.from({ length: size }, () => ({ a: String(group) }))),
				).tokens.map(({ rank, tier }) => `${rank} ${tier}`),
			);
		expect(tiersOf([12])).toEqual(new Set(['1 Common']));
		// The rarest value is shared by two of 20, the next by four: places 1-2, 3-6 and 7-20.
		expect(tiersOf([2, 4, 14])).toEqual(new Set(['1 Rare', '3 Uncommon', '7 Common']));
		expect(tiersOf([1, 5, 94])).toEqual(new Set(['1 Legendary', '2 Rare', '7 Common']));
	});

	it('marks ranks of fewer than 100 tokens as provisional', () => {
		const tokens = Array.from({ length: 100 }, (_, index) => ({ a: String(index % 7) }));
		expect(rankTokens(tokens.slice(1)).provisional).toBe(true);
		expect(rankTokens(tokens).provisional).toBe(false);
	});
});

describe('hasDerivedRarity', () => {
	const generated = toAttributes({
		race: 'elf',
		class: 'wizard',
		artStyle: 'bold-classic',
		background: 'forest-glade',
		affliction: 'none',
		divinity: 'none',
		items: 'bone-dice',
		magicalStone: 'none',
		rarity: 'Epic',
	});

	it('recognises the traits that tokens were given here, and no foreign Rarity', () => {
		expect(hasDerivedRarity(generated)).toBe(true);
		const byAttributeGenerator = generated.filter(({ trait_type }) => !['Race', 'Art Style'].includes(trait_type));
		expect(hasDerivedRarity(byAttributeGenerator)).toBe(true);
		expect(hasDerivedRarity(generated.filter(({ trait_type }) => trait_type !== 'Items'))).toBe(false);
		expect(hasDerivedRarity([{ trait_type: 'Rarity', value: 'Epic' }])).toBe(false);
		expect(hasDerivedRarity([...generated.slice(0, -1), { trait_type: 'Rarity', value: 'SSR' }])).toBe(false);
	});
});
