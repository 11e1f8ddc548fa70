import type { CharacterClass } from '@adx/validators/catalogue/image-traits';
import type { Fragment } from './choose-wording.ts';

/** What each class wears and carries about itself, after "dressed in". */
export const classPrompts: Readonly<Record<CharacterClass, Fragment>> = {
	fighter: {
		full: 'a well-kept steel breastplate over mail, a leather sword belt and a sword hilt rising over one shoulder',
		tame: 'a well-kept steel breastplate over mail, with a leather belt across the chest',
	},
	wizard: 'a deep-coloured robe with wide embroidered sleeves and a pointed hat, a spellbook strapped to the side',
	rogue: 'a dark hooded cloak over fitted leather, with many small buckles and a row of picks on the strap',
	cleric: 'a clean tabard over light mail, with a wide priestly collar and a folded stole',
	barbarian: 'furs and broad leather straps, with bone beads in the hair and painted stripes on the arms',
	ranger: 'a hooded green travelling cloak and worn leather, with a quiver of arrows behind the shoulder',
	paladin: 'polished silver plate armour with gilded edges and a white cape fastened at the shoulders',
	sorcerer: 'an open silk coat over bare collarbones, with curls of coloured light rising from the skin',
	warlock: 'a dark high-collared coat with strange stitched symbols and a thin smoke winding around the sleeves',
	bard: 'a bright feathered cap and a slashed velvet doublet, with the neck of a lute behind the shoulder',
	druid: 'a cloak of woven leaves and bark, with antler twigs and feathers worked into the hair',
	monk: 'simple wrapped cloth robes with one shoulder bare, a sash and a string of large wooden prayer beads',
	artificer: 'a leather work apron full of tools, brass goggles pushed up on the brow and a mechanical gauntlet',
	'blood-hunter': {
		full: 'a long dark coat with crimson lining, silver buckles, small red vials on the belt and thin old scars on the hands',
		tame: 'a long dark coat with crimson lining, silver buckles and small red glass vials on the belt',
	},
	mystic: 'plain flowing robes and a thin circlet, with a faint ring of floating crystal shards around the head',
	'death-knight': {
		full: 'blackened spiked plate armour with cold blue light in its seams and a tattered dark cape',
		tame: 'dark ornate plate armour with soft blue light in its seams and a long dark cape',
	},
	'witch-doctor': {
		full: 'a carved wooden mask pushed up on the brow, feathers, herb bundles and necklaces of bone and shell',
		tame: 'a carved wooden mask pushed up on the brow, feathers, herb bundles and necklaces of shell',
	},
	'battle-master': 'a decorated officer’s cuirass with a plumed open helmet and a red command sash',
	'arcane-archer': 'an elegant long coat with silver runes, an archer’s bracer and a quiver of softly glowing arrows',
	'shadow-dancer': 'close-fitting dark silk with trailing ribbons that dissolve into smoke, and a half veil',
	'divine-oracle': 'white and gold layered robes, a thin golden headdress shaped like rays and a translucent veil',
	'elemental-shaman': 'hides and woven cloth set with stones, shells, embers and feathers, one for each element',
	'void-walker': 'a cloak that looks like a cut of the starry night sky, with angular black shoulder plates',
	'chrono-mage': 'a tailored robe with clock-face clasps, small floating gears and a chain of pocket watches',
};
