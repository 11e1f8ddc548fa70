import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { describe, expect, it } from 'vitest';
import { toAttributes, toScoredTraits, traitLabel } from './traits.ts';

const traits: ImageTraits = {
	race: 'yuan-ti',
	class: 'blood-hunter',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'none',
	items: 'travellers-lantern',
	magicalStone: 'first-light-diamond',
	rarity: 'Epic',
};

describe('toAttributes', () => {
	it('lists every trait by the label people read, None for no affliction, Rarity last', () => {
		expect(toAttributes(traits).map(({ trait_type, value }) => `${trait_type}=${value}`)).toEqual([
			`Race=${traitLabel('race', 'yuan-ti')}`,
			'Class=Blood Hunter',
			'Art Style=Bold Classic',
			'Background=Forest Glade',
			'Affliction=None',
			'Divinity=None',
			"Items=Traveller's Lantern",
			'Magical Stone=First-Light Diamond',
			'Rarity=Epic',
		]);
	});

	it('shows an invented landscape by its own name and the default background by its label', () => {
		const background = (value: string) => toScoredTraits({ ...traits, background: value }).Background;
		expect(background('Amber Fjords of the Sleeping Moon')).toBe('Amber Fjords of the Sleeping Moon');
		expect(background('purple-blue-gradient')).toBe('Purple-Blue Gradient');
	});
});

describe('toScoredTraits', () => {
	it('holds the same as the attributes, without Rarity', () => {
		const listed = toAttributes(traits).filter(({ trait_type }) => trait_type !== 'Rarity');
		expect(Object.entries(toScoredTraits(traits))).toEqual(listed.map(({ trait_type, value }) => [trait_type, value]));
	});
});
