import { drawTooth } from '../../anatomy/face.ts';
import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const hobgoblin = definePart({
	slot: 'race',
	id: 'hobgoblin',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.6, 0.13, 45],
				[0.56, 0.13, 35],
				[0.62, 0.11, 65],
			],
			hairs: ['topknot', 'highTail', 'sweptBack'],
			hairTones: [
				[0.2, 0.01, 280],
				[0.26, 0.04, 30],
			],
			ears: { kind: 'pointed', length: 0.12, rise: 0.075, breadth: 1.1 },
			jaw: 1.08,
			shoulders: 1.08,
			neck: 'thick',
			eyes: ['narrow', 'sharp'],
			irises: [
				[0.8, 0.15, 90],
				[0.62, 0.18, 30],
			],
			noses: ['flat', 'broad'],
			brows: ['wedge', 'straight'],
			mouths: ['line', 'smirk'],
			beards: ['none', 'goatee', 'chops'],
			blush: false,
			extra: (s, { head }) => {
				s.head.glow(
					'markings',
					[0.438, 0.52, 0.05],
					s.colors.tone([0.52, 0.16, s.stream('nose-hue').chance(0.5) ? 20 : 260]),
					{ alpha: 0.85, blend: 'cover', clip: head },
				);
				for (const x of [0.418, 0.498]) drawTooth(s, [x, 0.594 + s.look.mouthLift], 0.024, -1);
			},
		}),
});
