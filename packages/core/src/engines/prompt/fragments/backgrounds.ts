import type { SceneBackground } from '@adx/validators/catalogue/backgrounds';
import type { defaultBackground } from '@adx/validators/catalogue/image-traits';

/** What lies behind the figure, after "Behind the figure lies"; invented landscapes are named by their grammar. */
export const backgroundPrompts: Readonly<Record<SceneBackground | typeof defaultBackground, string>> = {
	'mountain-vista': 'a wide mountain vista of layered snow-capped peaks under a clear sky',
	'forest-glade': 'a sunlit forest glade with tall trunks, ferns and shafts of light',
	'ocean-cliffs': 'a coast of high cliffs above a bright, breaking sea',
	'desert-dunes': 'a desert of golden dunes with wind-drawn ridges under a hot, pale sky',
	'arctic-tundra': 'a frozen tundra of snow and blue ice under a cold, glowing sky',
	'volcanic-crater': 'the rim of a volcanic crater with glowing lava and drifting ash',
	'ancient-ruins': 'ancient ruins of broken columns and arches overgrown with ivy',
	'tropical-island': 'a tropical island with palms, white sand and a turquoise lagoon',
	'misty-valley': 'a deep valley filled with morning mist and faint blue hills',
	'crystal-canyon': 'a canyon whose walls are giant glowing crystals in many colours',
	'castle-ruins': 'the ruins of a castle on a hill, with fallen towers against an evening sky',
	'temple-stones': 'a circle of tall carved temple stones standing in quiet grass',
	'purple-blue-gradient':
		'a plain, smooth gradient from purple at the top to blue at the bottom, all the way to the edges',
};
