import { describe, expect, it } from 'vitest';
import { artStyleSchema, backgroundSchema, defaultBackground } from '../catalogue/image-traits.ts';
import { creatorArtStyleCount, freeArtStyles, freeBatchSizeMax, freeBatchSizes } from '../limits.ts';
import { afflictions } from './afflictions.ts';
import { artStyles } from './art-styles.ts';
import { backgrounds, getBackgroundLabel, sceneBackgrounds, sceneBackgroundValues } from './backgrounds.ts';
import { classes } from './classes.ts';
import { divinities } from './divinities.ts';
import { items } from './items.ts';
import { type CatalogueOption, getLabel, listValues, type Tier, tierShares } from './option.ts';
import { races } from './races.ts';
import { stones } from './stones.ts';

const tiers = Object.keys(tierShares) as Tier[];
const inOrder = (text: string) => text.trim().split(/,\s*/);

const specifiedRaces = inOrder(`elf, dwarf, human, halfling, dragonborn, tiefling, orc, gnome, half-elf, half-orc,
aasimar, genasi, githyanki, githzerai, yuan-ti, lizardfolk, tabaxi, kenku, aarakocra, firbolg, goliath, triton, tortle,
changeling, kalashtar, warforged, shifter, eladrin, shadar-kai, sea-elf, duergar, deep-gnome, drow, hobgoblin, minotaur,
centaur, satyr, fairy, harengon, owlin, thri-kreen, gith, bugbear, goblin, kobold, leonin, loxodon, vedalken,
simic-hybrid, locathah, grung, plasmoid, autognome, hadozee, barghest`);
const specifiedClasses = inOrder(`fighter, wizard, rogue, cleric, barbarian, ranger, paladin, sorcerer, warlock, bard,
druid, monk, artificer, blood-hunter, mystic, death-knight, witch-doctor, battle-master, arcane-archer, shadow-dancer,
divine-oracle, elemental-shaman, void-walker, chrono-mage`);
const specifiedBackgrounds = inOrder(`random-all, random-original-landscapes, mountain-vista, forest-glade,
ocean-cliffs, desert-dunes, arctic-tundra, volcanic-crater, ancient-ruins, tropical-island, misty-valley,
crystal-canyon, castle-ruins, temple-stones`);
const specifiedAfflictions = inOrder(`none, vampirism, lycanthropy, spellplague, aberrant-corruption, shadow-curse,
feywild-touched, undead-taint, demonic-influence, celestial-marked, elemental-infusion, time-displacement,
planar-instability, mind-flayer-tadpole, dragon-touched, lich-phylactery-bound, wild-magic-surge, divine-madness,
void-touched, crystal-plague, blood-curse`);
const specifiedPremiumStyles = inOrder(`bold-retro, bold-clean, bold-vintage, medium-classic, medium-smooth,
medium-detailed, medium-simple, medium-refined, fine-delicate, fine-precise, fine-elegant, fine-minimal, fine-artistic,
light-shading, heavy-shading, soft-shading, sharp-shading, rich-shading, ultra-simple, simple-clean, complex-detailed,
balanced-style, classic-hero, classic-adventure, classic-fantasy, classic-retro, classic-modern, fantasy-art,
comic-book`);

describe('option lists', () => {
	it('holds all 55 races in order (OPT-01, AMB-01)', () => {
		expect(listValues(races)).toEqual(specifiedRaces);
		expect(new Set(listValues(races)).size).toBe(55);
	});

	it('holds all 24 classes in order (OPT-02)', () => {
		expect(listValues(classes)).toEqual(specifiedClasses);
		expect(classes).toHaveLength(24);
	});

	it('holds all 14 backgrounds in order, 12 of them scenes (OPT-03)', () => {
		expect(listValues(backgrounds)).toEqual(specifiedBackgrounds);
		expect(backgrounds).toHaveLength(14);
		expect(sceneBackgroundValues).toEqual(specifiedBackgrounds.slice(2));
		expect(sceneBackgrounds.every((option) => option.kind === 'scene')).toBe(true);
		expect(backgrounds.filter((option) => option.kind === 'random')).toHaveLength(2);
	});

	it('accepts the gradient and labels it, though it is not a tile (OPT-03, AMB-03)', () => {
		expect(defaultBackground).toBe('purple-blue-gradient');
		expect(listValues(backgrounds)).not.toContain(defaultBackground);
		expect(backgroundSchema.parse(defaultBackground)).toBe(defaultBackground);
		expect(getBackgroundLabel(defaultBackground)).toBe('Purple-Blue Gradient');
		expect(getBackgroundLabel('misty-valley')).toBe('Misty Valley');
		expect(getBackgroundLabel('Sunken Orchard of Glass')).toBe('Sunken Orchard of Glass');
	});

	it('holds all 21 afflictions in order, the first labelled None (OPT-04)', () => {
		expect(listValues(afflictions)).toEqual(specifiedAfflictions);
		expect(afflictions).toHaveLength(21);
		expect(getLabel(afflictions, 'none')).toBe('None');
	});

	it('has exactly two free styles (OPT-05)', () => {
		const free = artStyles.filter((style) => !style.premium).map((style) => style.value);
		expect(free).toEqual(['bold-classic', 'bold-modern']);
		expect(free).toEqual(freeArtStyles);
	});

	it('holds 31 styles, the 29 premium ones after the free ones and in order (OPT-06, AMB-02)', () => {
		expect(listValues(artStyles)).toEqual([...freeArtStyles, ...specifiedPremiumStyles]);
		expect(artStyleSchema.options).toHaveLength(31);
	});

	it('starts with the five styles a creator sees (GEN-11)', () => {
		const seen = listValues(artStyles).slice(0, creatorArtStyleCount);
		expect(seen).toEqual(['bold-classic', 'bold-modern', 'bold-retro', 'bold-clean', 'bold-vintage']);
	});

	it.each(artStyles.map((style) => [style.value, style] as const))(
		'%s tells its outline thickness and its shading (OPT-07)',
		(_value, style) => {
			const thickness = style.outlinePx < 3 ? '1-2px' : `${style.outlinePx}px`;
			expect(style.description).toContain(`${thickness} outlines`);
			expect(style.description).toMatch(/halftone|shad/);
			const [family] = style.value.split('-');
			if (family === 'bold') expect(style.outlinePx).toBe(5);
			if (family === 'fine') expect(style.outlinePx).toBeLessThanOrEqual(2);
		},
	);

	it('describes no two styles alike (OPT-07)', () => {
		expect(new Set(artStyles.map((style) => style.description)).size).toBe(artStyles.length);
	});

	it('offers batches of 1, 3, 4 and 5 to everybody (OPT-08, AMB-05)', () => {
		expect(freeBatchSizes).toEqual([1, 3, 4, 5]);
		expect(freeBatchSizeMax).toBe(5);
	});

	it('has none and 12 divinities, 24 items, none and 10 stones', () => {
		expect([divinities[0].value, divinities.length]).toEqual(['none', 13]);
		expect(items).toHaveLength(24);
		expect([stones[0].value, stones.length]).toEqual(['none', 11]);
	});
});

describe('every catalogue', () => {
	const drawn: Record<string, readonly CatalogueOption[]> = {
		races,
		classes,
		artStyles,
		sceneBackgrounds,
		afflictions,
		divinities,
		items,
		stones,
	};

	it.each(Object.entries(drawn))('%s has unique kebab-case values and unique labels', (_name, options) => {
		for (const { value, label } of options) {
			expect(value).toMatch(/^[a-z]+(-[a-z]+)*$/);
			expect(label).toMatch(/^[A-Z][A-Za-z' ()-]+$/);
		}
		expect(new Set(options.map((option) => option.value)).size).toBe(options.length);
		expect(new Set(options.map((option) => option.label.toLowerCase())).size).toBe(options.length);
	});

	it.each(Object.entries(drawn))(
		'%s makes a value of a rarer tier rarer than one of a commoner tier',
		(_name, options) => {
			const sharePerValue = tiers.map(
				(tier) => tierShares[tier] / options.filter((option) => option.tier === tier).length,
			);
			expect(sharePerValue.every(Number.isFinite)).toBe(true);
			expect(sharePerValue).toEqual([...sharePerValue].sort((left, right) => right - left));
			expect(new Set(sharePerValue).size).toBe(tiers.length);
		},
	);

	it('splits 100 percent over the tiers', () => {
		expect(Object.values(tierShares).reduce((sum, share) => sum + share)).toBe(100);
	});

	it("gives the affliction 'none' the common tier alone", () => {
		expect(afflictions.filter((option) => option.tier === 'common').map((option) => option.value)).toEqual(['none']);
	});
});

describe('races', () => {
	it('can be found by the words people use', () => {
		const findBy = (word: string) =>
			races.filter((race) => (race.search as readonly string[]).includes(word)).map((race) => race.value);
		expect(findBy('cat')).toEqual(['tabaxi', 'leonin']);
		expect(findBy('bird')).toEqual(['kenku', 'aarakocra', 'owlin']);
		expect(findBy('dragon')).toEqual(['dragonborn', 'kobold']);
	});

	it('have lower-case search words that differ from the label', () => {
		for (const race of races) {
			expect(race.search.length).toBeGreaterThan(0);
			for (const word of race.search) {
				expect(word).toBe(word.toLowerCase());
				expect(word).not.toBe(race.label.toLowerCase());
			}
		}
	});

	it.each([
		['half-elf', 'Half-Elf'],
		['yuan-ti', 'Yuan-ti'],
		['thri-kreen', 'Thri-kreen'],
		['deep-gnome', 'Deep Gnome'],
	])('labels %s as %s', (value, label) => {
		expect(getLabel(races, value)).toBe(label);
	});
});
