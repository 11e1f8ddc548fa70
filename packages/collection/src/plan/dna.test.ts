import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { computeDna } from './dna.ts';

const traits = {
	Race: 'Elf',
	Class: 'Wizard',
	'Art Style': 'Bold Classic',
	Background: 'Forest Glade',
	Affliction: 'None',
	Divinity: 'None',
	Items: "Traveller's Lantern",
	'Magical Stone': 'Sun Amber',
};

describe('computeDna', () => {
	it('is the SHA-256 of the canonical JSON of the DNA traits', () => {
		const text =
			'{"Affliction":"None","Class":"Wizard","Divinity":"None","Items":"Traveller\'s Lantern","Magical Stone":"Sun Amber","Race":"Elf"}';
		expect(computeDna(traits)).toBe(createHash('sha256').update(text).digest('hex'));
	});

	it('does not depend on the order of the traits, nor on background and art style', () => {
		const reversed = Object.fromEntries(Object.entries(traits).reverse());
		expect(computeDna(reversed)).toBe(computeDna(traits));
		expect(computeDna({ ...traits, Background: 'Desert Dunes', 'Art Style': 'Comic Book' })).toBe(computeDna(traits));
	});

	it('counts further traits when asked to', () => {
		const withBackground = computeDna(traits, { alsoCount: ['Background'] });
		expect(withBackground).not.toBe(computeDna(traits));
		expect(computeDna({ ...traits, Background: 'Desert Dunes' }, { alsoCount: ['Background'] })).not.toBe(
			withBackground,
		);
	});

	it('differs with every DNA trait and with the variant from 2 on', () => {
		for (const name of ['Race', 'Class', 'Affliction', 'Divinity', 'Items', 'Magical Stone']) {
			expect(computeDna({ ...traits, [name]: 'Other' })).not.toBe(computeDna(traits));
		}
		expect(computeDna(traits, { variant: 1 })).toBe(computeDna(traits));
		expect(new Set([1, 2, 3].map((variant) => computeDna(traits, { variant }))).size).toBe(3);
	});
});
