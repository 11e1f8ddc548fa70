import type { RandomStream } from './prng.ts';

/*
 * The phrase grammar of invented landscapes: "<quality> <place> of <ending>", e.g. 'Amber Fjords of the Sleeping Moon'.
 * Stored plans are repeated from their seed: a change to these lists changes which names a seed gives.
 */
const qualities = (
	'Amber Ashen Azure Bitter Blooming Bone-White Braided Brazen Bright Broken Burning Cinder Clouded Cobalt Copper Coral ' +
	'Crimson Drifting Drowned Dusky Echoing Emerald Fading Floating Forgotten Frosted Gilded Glass Golden Hidden Hollow ' +
	'Humming Indigo Ivory Jade Lantern-Lit Lilac Mirrored Molten Mossy Nameless Opal Pale Quiet Restless Roaring Rose-Gold ' +
	'Rusted Salt-White Sapphire Scarlet Shattered Silver Singing Sleeping Smoking Starlit Sunken Thorned Tilted Twilight ' +
	'Veiled Violet Windswept'
).split(' ');

const places = (
	'Archipelago Basin Bluffs Bogs Caldera Canals Causeway Cliffs Coast Crags Delta Dells Downs Escarpment Falls Fens ' +
	'Fields Fjords Floes Foothills Ford Gardens Glacier Gorge Grasslands Grove Harbour Heath Highlands Hollows Isles ' +
	'Lagoon Lakes Lowlands Marshes Meadows Mesa Moor Narrows Oasis Orchards Pass Peaks Plateau Pools Prairie Ravine Reefs ' +
	'Ridge Rapids Salt-Flats Savanna Shallows Shore Slopes Springs Steppe Terraces Thicket Tidelands Vale Wetlands Wilds Woods'
).split(' ');

const endings = [
	'a Hundred Bells',
	'a Thousand Lamps',
	'Broken Clocks',
	'Cold Embers',
	'Distant Thunder',
	'Endless Rain',
	'Falling Leaves',
	'Folded Wings',
	'Four Winds',
	'Giant Ferns',
	'Glass Flowers',
	'Lost Letters',
	'Low Clouds',
	'Many Moons',
	'Old Songs',
	'Open Doors',
	'Paper Boats',
	'Patient Stones',
	'Quiet Giants',
	'Red Herons',
	'Seven Rivers',
	'Slow Thunder',
	'Small Gods',
	'Standing Waves',
	'Stray Comets',
	'Tall Shadows',
	'the Autumn Star',
	'the Blind Lighthouse',
	'the Buried Sun',
	'the Crooked Tower',
	'the Dreaming Whale',
	'the Early Frost',
	'the Empty Throne',
	'the Fallen Bridge',
	'the First Snow',
	'the Glowing Moths',
	'the Great Antlers',
	'the Green Comet',
	'the Hanging Stones',
	'the Long Night',
	'the Lonely Mill',
	'the Morning Tide',
	'the Northern Veil',
	'the Painted Cranes',
	'the Rising Mist',
	'the Silent Choir',
	'the Sleeping Moon',
	'the Split Mountain',
	'the Stone Sails',
	'the Sunless Sea',
	'the Third Eclipse',
	'the Twin Suns',
	'the Wandering Herd',
	'the White Stag',
	'the Winding Stair',
	'the Woven Roots',
	'Turning Wheels',
	'Twelve Shrines',
	'Warm Winters',
	'Whispering Reeds',
	'White Sails',
	'Wild Horses',
	'Winter Bees',
	'Yesterday',
];

/** How many different landscapes the grammar can name. */
export const landscapeNameCount = qualities.length * places.length * endings.length;

/** True for a name the grammar can make. */
export function isLandscapeName(name: string): boolean {
	const [quality = '', place = '', of, ...ending] = name.split(' ');
	return of === 'of' && qualities.includes(quality) && places.includes(place) && endings.includes(ending.join(' '));
}

/**
 * `count` names, all different as long as the grammar has enough of them, none of `taken`. Different, so that the name is
 * equally rare on every token and says nothing about its rank.
 */
export function inventLandscapeNames(count: number, stream: RandomStream, taken: readonly string[] = []): string[] {
	const used = new Set(taken);
	const available = landscapeNameCount - used.size;
	return Array.from({ length: count }, (_, index) => {
		if (index > 0 && index % available === 0) {
			used.clear();
			for (const name of taken) used.add(name);
		}
		let name = nameAt(stream.nextInt(landscapeNameCount));
		while (used.has(name)) name = nameAt(stream.nextInt(landscapeNameCount));
		used.add(name);
		return name;
	});
}

function nameAt(index: number): string {
	const quality = qualities[index % qualities.length];
	const place = places[Math.floor(index / qualities.length) % places.length];
	return `${quality} ${place} of ${endings[Math.floor(index / (qualities.length * places.length))]}`;
}
