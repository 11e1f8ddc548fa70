import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** The half of the hair that is already somebody else's: it stands up in points. */
const shiftingHair = points(
	'0.49 0.15, 0.545 0.03 0.1, 0.59 0.1, 0.69 0.02 0.1, 0.685 0.14, 0.81 0.13 0.1, 0.735 0.24, 0.84 0.31 0.1, 0.735 0.36, 0.8 0.5 0.1, 0.69 0.46, 0.665 0.38, 0.62 0.3, 0.56 0.26, 0.52 0.2',
);

export const changeling = definePart({
	slot: 'race',
	id: 'changeling',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.9, 0.012, 270],
				[0.86, 0.012, 250],
			],
			hairs: ['sidePart', 'bob', 'longStraight', 'sweptBack'],
			hairTones: [
				[0.92, 0.008, 270],
				[0.3, 0.02, 280],
				[0.75, 0.03, 300],
			],
			eyes: ['almond', 'wide', 'round'],
			irises: [[0.95, 0.008, 240]],
			pupil: 'none',
			sclera: [0.97, 0.006, 250],
			brows: ['thin'],
			noses: ['button', 'straight'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head, fringe, hair }) => {
				const half = s.head.shape(points('0.5 -0.2 0, 1.1 -0.2 0, 1.1 1.1 0, 0.5 1.1 0, 0.47 0.4'));
				const other = s.colors.ramp('hair', hair.from[0] > 0.6 ? [0.34, 0.11, 310] : [0.9, 0.03, 200]);
				if (fringe) {
					s.head.pattern('hairFront', fringe, [half], other.base, 0.9);
					// Its points stand out from behind the head: in front they would be a slab without a root.
					s.head.form('hairBack', shiftingHair, other, { depth: 0.016 });
				}
				s.head.pattern(
					'markings',
					head,
					[
						s.head.shape([
							[0.46, 0.1],
							[0.75, 0.1],
							[0.75, 0.75],
							[0.455, 0.75],
							[0.45, 0.5],
							[0.475, 0.4],
						]),
					],
					s.colors.tone([0.6, 0.07, 300]),
					0.5,
				);
				s.head.line(
					'markings',
					[
						[0.47, 0.2],
						[0.475, 0.38],
						[0.452, 0.48],
						[0.455, 0.66],
					],
					skin.shade,
					0.009,
					{ clip: head, taper: 0.2 },
				);
			},
		}),
});
