import type { Affliction } from '@adx/validators/catalogue/image-traits';
import type { Fragment } from './choose-wording.ts';

/** What shows of each affliction, whole sentences without gore. */
export const afflictionPrompts: Readonly<Record<Affliction, Fragment>> = {
	none: 'The figure looks healthy and at ease.',
	vampirism: {
		full: 'The figure has a pallid, moonlit complexion, red-rimmed shining eyes and two long pointed canine teeth.',
		tame: 'The figure has a pale, moonlit complexion, garnet-coloured eyes and an old-fashioned high collar.',
	},
	lycanthropy: {
		full: 'Tufts of wolf fur spread along the cheeks and hands, the eyes glow yellow and the fingernails are claws.',
		tame: 'Tufts of soft wolf fur spread along the cheeks and the eyes glow a warm yellow.',
	},
	spellplague: 'Wisps of blue flame flicker harmlessly over the skin, with blue lines of light beneath it.',
	'aberrant-corruption': {
		full: 'Small violet tentacles curl from one shoulder and a second pair of eyes is open on the brow.',
		tame: 'A few violet vines with a pearly shine curl from one shoulder, and one eye is of another colour.',
	},
	'shadow-curse': 'One side of the figure fades into dark drifting smoke, and its shadow has a shape of its own.',
	'feywild-touched': 'Tiny glowing flowers and butterflies gather in the hair, and the eyes shimmer in many colours.',
	'undead-taint': {
		full: 'The skin is ashen and drawn, with dark hollows around faintly glowing green eyes.',
		tame: 'The skin is pale and ashen, with tired, faintly glowing green eyes.',
	},
	'demonic-influence': {
		full: 'Small dark horns push through the brow, cracks in the skin glow like embers and the eyes burn orange.',
		tame: 'Faint ember-coloured patterns glow on the skin and the eyes have an orange shine.',
	},
	'celestial-marked': 'A shining golden mark glows on the brow and fine golden lines run down the cheeks.',
	'elemental-infusion':
		'Sparks, droplets and wisps of wind circle the figure, and its hair moves as if by its own storm.',
	'time-displacement': 'Faint after-images trail behind the figure, and a thin ring of clock marks floats around it.',
	'planar-instability':
		'Parts of the outline shift into shards, through which another, differently coloured sky can be seen.',
	'mind-flayer-tadpole': {
		full: 'A faint violet glow pulses beneath the skin at one temple, with fine dark veins reaching towards the eye.',
		tame: 'A faint violet glow shines at one temple, and one eye has a violet shimmer.',
	},
	'dragon-touched': 'Patches of gleaming scales cover the cheekbones and neck, and the pupils are slits.',
	'lich-phylactery-bound': {
		full: 'The face is gaunt and parchment-like with cold points of light in the eyes, and a small locked casket glows on a chain.',
		tame: 'The face is thin and ageless with pale shining eyes, and a small locked casket glows on a chain.',
	},
	'wild-magic-surge': 'Bursts of many-coloured sparks crackle around the figure and strands of hair change colour.',
	'divine-madness':
		'The eyes shine solid white, the gaze is far away and crooked golden halos overlap behind the head.',
	'void-touched': 'Part of the skin is a deep black full of distant stars, and small stones float nearby.',
	'crystal-plague': {
		full: 'Clusters of faceted crystals grow from one shoulder and along the jaw, catching the light.',
		tame: 'Faceted crystals decorate one shoulder and the cheek, catching the light.',
	},
	'blood-curse': {
		full: 'Dark red lines like calligraphy wind over the skin, and the eyes have a crimson shine.',
		tame: 'Fine burgundy lines like calligraphy wind over the skin, and the eyes have a ruby shine.',
	},
};
