import { drawTusks } from '../../anatomy/fangs.ts';
import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const halfOrc = definePart({
	slot: 'race',
	id: 'half-orc',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.06, 120],
				[0.6, 0.06, 135],
				[0.68, 0.05, 100],
			],
			hairs: ['undercut', 'crop', 'topknot', 'locs', 'sideBraid', 'mohawk'],
			hairTones: [
				[0.24, 0.02, 290],
				[0.3, 0.04, 45],
				[0.2, 0.01, 280],
			],
			ears: { kind: 'pointed', length: 0.035, rise: 0.02, breadth: 1 },
			jaw: 1.1,
			shoulders: 1.12,
			neck: 'thick',
			eyes: ['almond', 'hooded', 'narrow'],
			irises: [
				[0.6, 0.12, 75],
				[0.5, 0.09, 55],
				[0.62, 0.12, 140],
			],
			brows: ['thick', 'straight', 'scarred'],
			noses: ['broad', 'straight'],
			mouths: ['line', 'smirk'],
			hasTusks: true,
			heavyBrow: true,
			blush: false,
			mouthScale: 1.15,
			extra: (s, { lips, skin, head }) =>
				drawTusks(
					s,
					lips,
					[
						{ along: 0.18, length: 0.04, lean: -0.002 },
						{ along: 0.8, length: 0.042, lean: -0.002 },
					],
					{ skin, head },
				),
		}),
});
