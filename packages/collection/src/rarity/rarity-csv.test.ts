import { describe, expect, it } from 'vitest';
import { csvCell } from '../files/csv.ts';
import { rarityCsv } from './rarity-csv.ts';

describe('csvCell', () => {
	it('quotes commas, quotes and line breaks as RFC 4180 says and leaves the rest alone', () => {
		expect(['plain', 'a,b', 'say "hi"', 'two\nlines', "Traveller's Lantern", ''].map(csvCell)).toEqual([
			'plain',
			'"a,b"',
			'"say ""hi"""',
			'"two\nlines"',
			"Traveller's Lantern",
			'',
		]);
	});

	it('puts an apostrophe before signs of full width, which spreadsheets of East Asia calculate too', () => {
		expect(['\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20A'].map(csvCell)).toEqual([
			"'\uFF1D1",
			"'\uFF0B1",
			"'\uFF0D1",
			"'\uFF20A",
		]);
	});

	it('puts an apostrophe before what a spreadsheet would calculate', () => {
		expect(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("x")', 'a=1'].map(csvCell)).toEqual([
			"'=1+1",
			"'+1",
			"'-1",
			"'@SUM(A1)",
			"'\t=1",
			'"\'=HYPERLINK(""x"")"',
			'a=1',
		]);
	});
});

describe('rarityCsv', () => {
	it('has a row per token and a column per trait, without Rarity, which is the tier', () => {
		const text = rarityCsv([
			{
				tokenNumber: 1,
				rarity: { rank: 2, score: 1 / 3, tier: 'Common', uniqueTraits: 0 },
				attributes: [
					{ trait_type: 'Race', value: 'Elf' },
					{ trait_type: 'Rarity', value: 'Common' },
				],
			},
			{
				tokenNumber: 2,
				rarity: { rank: 1, score: 1.5, tier: 'Epic', uniqueTraits: 3 },
				attributes: [
					{ trait_type: 'Items', value: '=Dice, two' },
					{ trait_type: 'Race', value: 'Orc' },
				],
			},
		]);
		expect(text).toBe(
			'Token,Rank,Score,Tier,Unique Traits,Race,Items\r\n' +
				'1,2,0.3333333333,Common,0,Elf,\r\n' +
				'2,1,1.5000000000,Epic,3,Orc,"\'=Dice, two"\r\n',
		);
	});
});
