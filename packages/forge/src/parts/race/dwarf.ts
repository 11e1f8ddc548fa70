import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const dwarf = definePart({
	slot: 'race',
	id: 'dwarf',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.72, 0.09, 45],
				[0.78, 0.075, 52],
				[0.6, 0.09, 45],
				[0.48, 0.07, 42],
			],
			hairs: ['bald', 'sweptBack', 'topknot', 'sideBraid', 'tousled', 'twinBraids'],
			hairTones: [
				[0.5, 0.14, 38],
				[0.6, 0.15, 45],
				[0.36, 0.06, 45],
				[0.26, 0.03, 40],
				[0.8, 0.1, 85],
				[0.86, 0.01, 260],
			],
			jaw: 1.06,
			shoulders: 1.12,
			neck: 'thick',
			eyes: ['round', 'hooded', 'almond'],
			eyeSize: 0.94,
			brows: ['thick', 'thick', 'straight'],
			noses: ['bulb'],
			beards: ['braided', 'long', 'braided'],
		}),
});
