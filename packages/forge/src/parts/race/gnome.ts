import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const gnome = definePart({
	slot: 'race',
	id: 'gnome',
	family: 'fey',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.8, 0.09, 50],
				[0.74, 0.09, 48],
				[0.62, 0.09, 46],
			],
			hairs: ['spikes', 'flame', 'spikes'],
			hairTones: [
				[0.8, 0.1, 350],
				[0.82, 0.09, 200],
				[0.86, 0.1, 100],
				[0.76, 0.12, 310],
				[0.94, 0.01, 260],
			],
			ears: { kind: 'pointed', length: 0.03, rise: 0.01, breadth: 1.2 },
			headScale: 1.1,
			shoulders: 0.82,
			jaw: 0.98,
			eyes: ['wide', 'round'],
			eyeSize: 1.16,
			noses: ['bulb'],
			brows: ['thick', 'soft'],
			mouths: ['grin', 'open', 'smirk'],
			beards: ['none', 'moustache', 'goatee'],
		}),
});
