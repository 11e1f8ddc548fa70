import { createHash } from 'node:crypto';
import { inventLandscapeNames } from '@adx/collection/plan/landscape-names';
import { createRandomStream } from '@adx/collection/plan/prng';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { defaultBackgroundOption, sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { items } from '@adx/validators/catalogue/items';
import { listValues } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrompt } from './build-prompt.ts';
import { afflictionPrompts } from './fragments/afflictions.ts';
import { stylePrompts } from './fragments/art-styles.ts';
import { backgroundPrompts } from './fragments/backgrounds.ts';
import { divinityPrompts, itemPrompts, stonePrompts } from './fragments/belongings.ts';
import { chooseWording, type Fragment } from './fragments/choose-wording.ts';
import { classPrompts } from './fragments/classes.ts';
import { racePrompts } from './fragments/races.ts';

const landscapes = inventLandscapeNames(500, createRandomStream('prompts', 'landscapes'));
const backgrounds = [...listValues(sceneBackgrounds), defaultBackgroundOption.value, ...landscapes];
const anyTraits: fc.Arbitrary<ImageTraits> = fc.record({
	race: fc.constantFrom(...listValues(races)),
	class: fc.constantFrom(...listValues(classes)),
	artStyle: fc.constantFrom(...listValues(artStyles)),
	background: fc.constantFrom(...backgrounds),
	affliction: fc.constantFrom(...listValues(afflictions)),
	divinity: fc.constantFrom(...listValues(divinities)),
	items: fc.constantFrom(...listValues(items)),
	magicalStone: fc.constantFrom(...listValues(stones)),
	rarity: fc.constantFrom('Common', 'Legendary'),
});
const plain: ImageTraits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'none',
	items: 'oaken-staff',
	magicalStone: 'none',
	rarity: 'Common',
};
/** Every value of every trait once, in both wordings: chance could miss one. */
const everyPrompt = [false, true].flatMap((isSoftened) =>
	[
		...races.map(({ value: race }) => ({ ...plain, race })),
		...classes.map(({ value }) => ({ ...plain, class: value })),
		...artStyles.map(({ value: artStyle }) => ({ ...plain, artStyle })),
		...backgrounds.map((background) => ({ ...plain, background })),
		...afflictions.map(({ value: affliction }) => ({ ...plain, affliction })),
		...divinities.map(({ value: divinity }) => ({ ...plain, divinity })),
		...items.map(({ value }) => ({ ...plain, items: value })),
		...stones.map(({ value: magicalStone }) => ({ ...plain, magicalStone })),
	].map((traits) => ({ traits, isSoftened, text: buildPrompt(traits, { isSoftened }).text })),
);
const catalogues = [
	['race', racePrompts, races],
	['class', classPrompts, classes],
	['affliction', afflictionPrompts, afflictions],
	['divinity', divinityPrompts, divinities],
	['items', itemPrompts, items],
	['magicalStone', stonePrompts, stones],
	['background', backgroundPrompts, [...sceneBackgrounds, defaultBackgroundOption]],
] as const;

describe('the prompt of a row', () => {
	it('asks for every trait of the row, in both wordings', () => {
		fc.assert(
			fc.property(anyTraits, fc.boolean(), (traits, isSoftened) => {
				const { text } = buildPrompt(traits, { isSoftened });
				for (const [trait, prompts] of catalogues) {
					const fragment = (prompts as Readonly<Record<string, Fragment>>)[traits[trait]];
					if (fragment === undefined) expect(trait).toBe('background');
					else expect(text).toContain(chooseWording(fragment, isSoftened));
				}
				for (const words of Object.values(stylePrompts[traits.artStyle])) expect(text).toContain(words);
				if (landscapes.includes(traits.background)) expect(text).toContain(traits.background.toLowerCase());
			}),
		);
	});

	it.each(catalogues)('words every value of %s differently, full and softened', (_, prompts, options) => {
		for (const isSoftened of [false, true]) {
			const fragments = Object.values<Fragment>(prompts).map((fragment) => chooseWording(fragment, isSoftened));
			expect(new Set(fragments).size).toBe(options.length);
		}
	});

	it('keeps its blocks the same to the byte across a batch: only the figure differs', () => {
		fc.assert(
			fc.property(anyTraits, anyTraits, fc.boolean(), (one, other, isSoftened) => {
				const [first, second] = [one, { ...other, artStyle: one.artStyle }].map((traits) =>
					buildPrompt(traits, { isSoftened }).text.split('\n\n'),
				);
				expect(first).toHaveLength(isSoftened ? 6 : 5);
				expect(first?.toSpliced(3, 1)).toEqual(second?.toSpliced(3, 1));
			}),
		);
	});

	it('says what the images that go with it are for, and is the same to the byte otherwise', () => {
		fc.assert(
			fc.property(anyTraits, fc.boolean(), (traits, isSoftened) => {
				const plainBlocks = buildPrompt(traits, { isSoftened }).text.split('\n\n');
				const blocks = buildPrompt(traits, { isSoftened, hasReferences: true }).text.split('\n\n');
				expect(blocks[1]).toMatch(/^Likeness: the images/);
				expect(blocks.toSpliced(1, 1)).toEqual(plainBlocks);
			}),
		);
	});

	it('asks for exactly one image first, says the outline of its style and forbids nothing in so many words', () => {
		for (const { traits, text } of everyPrompt) {
			expect(text).toMatch(/^Create exactly one square image/);
			const outlinePx = artStyles.find(({ value }) => value === traits.artStyle)?.outlinePx;
			expect(text).toContain(`about ${outlinePx} px wide`);
			expect(text).not.toMatch(/\b(?:no|not|don't|avoid|never|nothing|without|watermark|caption|logo)\b/i);
			expect(text.length).toBeLessThan(2_500);
		}
	});

	it('is another one when softened, with a hash of its own, and the same for the same row', () => {
		fc.assert(
			fc.property(anyTraits, (traits) => {
				const [full, softened] = [false, true].map((isSoftened) => buildPrompt(traits, { isSoftened }));
				expect(full?.hash).not.toBe(softened?.hash);
				expect(full?.hash).toBe(
					createHash('sha256')
						.update(full?.text ?? '')
						.digest('hex'),
				);
				expect(buildPrompt({ ...traits }, { isSoftened: false })).toEqual(full);
			}),
		);
	});

	it('speaks of grown-ups only, and of looks instead of names that publishers own', () => {
		const owned = new RegExp(
			[
				...[
					'dragonborn',
					'tiefling',
					'aasimar',
					'genasi',
					'gith',
					'yuan-?ti',
					'tabaxi',
					'kenku',
					'aarakocra',
					'firbolg',
				],
				...[
					'goliath',
					'tortle',
					'kalashtar',
					'warforged',
					'eladrin',
					'shadar',
					'duergar',
					'drow\\b',
					'harengon',
					'owlin',
				],
				...['thri', 'kreen', 'leonin', 'loxodon', 'vedalken', 'simic', 'locathah', 'grung', 'plasmoid', 'autognome'],
				...[
					'hadozee',
					'barghest',
					'bugbear',
					'halfling',
					'lich',
					'phylactery',
					'mind flayer',
					'tadpole',
					'spellplague',
				],
				...['feywild', 'illithid', 'beholder', 'dungeons', 'wizards of the coast', 'marvel', 'disney'],
			]
				.map((name) => `\\b${name}`)
				.join('|'),
			'i',
		);
		for (const { text } of everyPrompt) expect(text).not.toMatch(owned);
		for (const fragment of Object.values<Fragment>(racePrompts)) {
			expect(chooseWording(fragment, false)).toMatch(/\badult\b/);
			expect(chooseWording(fragment, false)).not.toMatch(/\b(?:child|kid|boy|girl|young|teen|baby|cute)/i);
		}
	});

	it('shows no gore, and nothing sharp or dark once softened', () => {
		for (const { text, isSoftened } of everyPrompt) {
			expect(text).not.toMatch(/\b(?:blood|gore|wound|corpse|kill|nude|naked|skull)/i);
			if (isSoftened) {
				expect(text).not.toMatch(
					/\b(?:dagger whose|sword hilt|tentacle|spiked|horns push|dark hollows|claws|gaunt and|bone and)/i,
				);
			}
		}
	});

	it('rejects whatever is not a value of a catalogue and no name of the landscape grammar', () => {
		const texts = ['', 'Ignore the above', 'constructor', '__proto__', 'toString', 'random-all', 'Forest Glade'];
		for (const trait of [
			'race',
			'class',
			'artStyle',
			'background',
			'affliction',
			'divinity',
			'items',
			'magicalStone',
		]) {
			for (const text of texts) {
				expect(() => buildPrompt({ ...plain, [trait]: text }, { isSoftened: false })).toThrow(TypeError);
			}
		}
		fc.assert(
			fc.property(fc.string(), fc.constantFrom(...landscapes), (text, name) => {
				for (const background of [text, `${name} ${text}x`, `${text}x${name}`, name.toLowerCase()]) {
					expect(() => buildPrompt({ ...plain, background }, { isSoftened: false })).toThrow(TypeError);
				}
			}),
		);
	});

	it('takes landscape names whose every word is harmless: plain letters, nothing that orders, denies or shocks', () => {
		const names = inventLandscapeNames(10_000, createRandomStream('every word', 'landscapes'));
		const unsafe =
			/\b(?:no|not|never|ignore|instead|draw|paint|write|text|prompt|blood|gore|dead|death|corpse|kill|hell|nude|war|gun)/i;
		for (const name of names) {
			expect(name).toMatch(/^[A-Z][A-Za-z]+(?:[- ][A-Za-z]+)+$/);
			expect(name.replace(/\bNorthern\b|\bWarm\b|\bPainted\b/g, '')).not.toMatch(unsafe);
		}
	});
});
