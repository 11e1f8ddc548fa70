import type { divinities } from '@adx/validators/catalogue/divinities';
import type { items } from '@adx/validators/catalogue/items';
import type { stones } from '@adx/validators/catalogue/stones';
import type { Fragment } from './choose-wording.ts';

type Divinity = (typeof divinities)[number]['value'];
type Item = (typeof items)[number]['value'];
type Stone = (typeof stones)[number]['value'];

/** The emblem of each divinity as a badge on the chest; whole sentences. */
export const divinityPrompts: Readonly<Record<Divinity, string>> = {
	none: 'The chest is left plain.',
	'ember-dawn': 'A badge on the chest shows a rising sun with a glowing ember at its heart.',
	'golden-sheaf': 'A badge on the chest shows a bound sheaf of golden grain.',
	'iron-oath': 'A badge on the chest shows two iron hands clasped together.',
	'green-root': 'A badge on the chest shows a green sprout with spreading roots.',
	'silent-tide': 'A badge on the chest shows a single curling wave under a crescent.',
	'wandering-wind': 'A badge on the chest shows three winding lines of wind around a feather.',
	'veiled-lantern': 'A badge on the chest shows a lantern half covered by a veil.',
	'hollow-moon': 'A badge on the chest shows a thin silver ring of moon with an empty middle.',
	'last-winter': 'A badge on the chest shows a snowflake with one drooping arm.',
	'broken-crown': 'A badge on the chest shows a golden crown split in two.',
	'unwritten-page': 'A badge on the chest shows a blank sheet of parchment with a curled corner.',
	'ninth-star': 'A badge on the chest shows eight small stars around a ninth, bright one.',
};

/** What each item looks like, after "In one hand, clearly visible, the figure holds". */
export const itemPrompts: Readonly<Record<Item, Fragment>> = {
	'travellers-lantern': 'a small iron lantern with a warm flame',
	'oaken-staff': 'a gnarled oak staff',
	'hunting-horn': 'a curved hunting horn with brass rims',
	'bronze-compass': 'a round bronze compass with its lid open',
	'woven-charm': 'a woven charm of knotted coloured threads and beads',
	'weathered-map': 'a half-unrolled, weathered parchment with a coastline drawn on it',
	'bone-dice': 'a pair of carved ivory-coloured dice',
	'copper-flask': 'a dented copper flask',
	'silver-flute': 'a slender silver flute',
	'sealed-letter': 'a folded letter closed with a red wax seal',
	'thornwood-bow': 'a longbow of dark wood with small thorns along its limbs',
	'glass-dagger': {
		full: 'a dagger whose blade is clear green glass',
		tame: 'an ornamental dagger of clear green glass, held upright like a jewel',
	},
	'raven-mask': 'a black feathered raven mask on a stick',
	'herbalists-satchel': 'a leather satchel with fresh herbs sticking out of it',
	'whispering-bell': 'a small silver bell with faint rings of sound around it',
	'mirror-shield': 'a round shield polished like a mirror',
	'clockwork-beetle': 'a palm-sized brass clockwork beetle with open wing cases',
	'frostbound-chain': 'a length of silver chain covered in frost and tiny icicles',
	'singing-blade': {
		full: 'a slender sword whose blade gives off faint ripples of light like sound',
		tame: 'a slender ornamental sword, held upright, that gives off faint ripples of light like sound',
	},
	'phoenix-quill': 'a large glowing red and gold feather pen',
	'lantern-of-echoes': 'an ornate crystal lantern in which pale blue rings of light move outwards',
	'hourglass-of-ash': 'an hourglass in which grey ash runs instead of sand',
	'key-without-a-door': 'a large, ornate golden key with a faint glow',
	'crown-of-roots': 'a crown woven of living roots with small leaves',
};

/** The stone at the collar; whole sentences. */
export const stonePrompts: Readonly<Record<Stone, string>> = {
	none: 'The collar is plain cloth.',
	'ember-agate': 'A banded orange agate glows like an ember at the collar.',
	'river-jade': 'A smooth green jade stone is set at the collar.',
	'moss-opal': 'A milky opal with moss-green flecks is set at the collar.',
	'frost-quartz': 'A pale, frosted quartz crystal is set at the collar.',
	'storm-topaz': 'A blue-grey topaz with tiny flashes of lightning inside is set at the collar.',
	'sun-amber': 'A drop of golden amber, lit from within, is set at the collar.',
	'dusk-amethyst': 'A deep violet amethyst is set at the collar.',
	'tide-sapphire': 'A sea-blue sapphire with a moving shimmer is set at the collar.',
	'void-pearl': 'A black pearl with faint stars inside is set at the collar.',
	'first-light-diamond': 'A brilliant diamond that scatters the light of a sunrise is set at the collar.',
};
