import { expect, it } from 'vitest';
import { tokenSettingsSchema } from './token-settings.ts';

const address = '4'.repeat(44);
const problemsOf = (settings: object) =>
	tokenSettingsSchema.safeParse(settings).error?.issues.map(({ message }) => message);

it('takes what is set and leaves out what is not', () => {
	const creators = [
		{ address, share: 60 },
		{ address: '5'.repeat(44), share: 40 },
	];
	expect(tokenSettingsSchema.parse({})).toEqual({});
	expect(tokenSettingsSchema.parse({ symbol: ' ice ', namePattern: ' Ice #{number} ', creators })).toEqual({
		symbol: 'ICE',
		namePattern: 'Ice #{number}',
		creators,
	});
	expect(tokenSettingsSchema.parse({ descriptionPattern: '{name},\nnumber {number} {of 9}' })).toBeDefined();
});

it.each(['{id1}', '{token-id}', '{ number }', '{Number}', '{ name}', '{_x}'])('rejects %s in a pattern', (text) => {
	const problems = ['Only {number} and {name} are filled in'];
	expect(problemsOf({ namePattern: `Ice ${text}` })).toEqual(problems);
	expect(problemsOf({ descriptionPattern: `Ice ${text}` })).toEqual(problems);
});

it.each([
	['a placeholder that nobody fills', { namePattern: 'Ice {nubmer}' }, ['Only {number} and {name} are filled in']],
	['a name twice in a name', { namePattern: '{name} of {name}' }, ['{name} can be filled in once']],
	['a name twice in a description', { descriptionPattern: '{name}, {name}' }, ['{name} can be filled in once']],
	['a text that grows', { descriptionPattern: '{name}'.repeat(7) }, ['At most 6 placeholders']],
	['an empty pattern', { namePattern: ' ' }, ['Required']],
	['a royalty above 10', { royaltyPercentage: 10.5 }, ['At most 10']],
	['shares that do not add up', { creators: [{ address, share: 99 }] }, ['The shares add up to 99, not to 100']],
	[
		'an address twice',
		{
			creators: [
				{ address, share: 50 },
				{ address, share: 50 },
			],
		},
		['Name each address once'],
	],
	['no address', { creators: [{ address: '0x12', share: 100 }] }, ['Not a Solana address']],
	['no creator', { creators: [] }, ['At least one creator']],
])('rejects %s', (_, settings, problems) => {
	expect(problemsOf(settings)).toEqual(problems);
});
