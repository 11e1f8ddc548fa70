import { drawTusks } from '../../anatomy/fangs.ts';
import { paintStrokes } from '../../anatomy/war-paint.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const orc = definePart({
	slot: 'race',
	id: 'orc',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.6, 0.09, 140],
				[0.56, 0.1, 150],
				[0.58, 0.03, 150],
				[0.64, 0.1, 130],
			],
			hairs: ['mohawk', 'topknot', 'mohawk', 'bald', 'undercut', 'locs'],
			hairTones: [
				[0.24, 0.02, 290],
				[0.2, 0.01, 280],
				[0.3, 0.05, 40],
				[0.5, 0.15, 35],
			],
			ears: { kind: 'pointed', length: 0.055, rise: 0.01, breadth: 1.05, notches: true },
			jaw: 1.2,
			shoulders: 1.14,
			neck: 'thick',
			eyes: ['narrow', 'sharp', 'hooded'],
			eyeSize: 0.92,
			irises: [
				[0.72, 0.15, 75],
				[0.6, 0.19, 28],
				[0.72, 0.14, 100],
			],
			brows: ['wedge', 'thick', 'ridge'],
			noses: ['broad', 'flat'],
			mouths: ['line', 'smirk', 'line'],
			hasTusks: true,
			mouthScale: 1.45,
			beards: ['none', 'none', 'goatee'],
			heavyBrow: true,
			blush: false,
			extra: (s, { lips, skin, skinTone, head }) => {
				drawTusks(
					s,
					lips,
					[
						{ along: 0.12, length: 0.078, lean: -0.008 },
						{ along: 0.86, length: 0.088, lean: 0.008 },
					],
					{ skin, head },
				);
				if (s.hidden.has('face-paint') || !s.stream('war-stripes').chance(0.5)) return;
				paintStrokes(
					s,
					[points('0.652 0.476, 0.61 0.49, 0.562 0.496'), points('0.648 0.512, 0.606 0.526, 0.556 0.53')],
					skinTone,
					head,
				);
			},
		}),
});
