import { coatNearEar } from '../../anatomy/half-face.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** The half of the hair that is already somebody else's: it stands up in points. */
const shiftingHair = points(
	'0.49 0.15, 0.545 0.03 0.1, 0.59 0.1, 0.69 0.02 0.1, 0.685 0.14, 0.81 0.13 0.1, 0.735 0.24, 0.84 0.31 0.1, 0.735 0.36, 0.8 0.5 0.1, 0.69 0.46, 0.665 0.38, 0.62 0.3, 0.56 0.26, 0.52 0.2',
);

/** Where the two halves meet: down the brow, along the ridge and around the tip of the nose, and over the lips to the chin. */
const seam = points(
	'0.492 0.14, 0.472 0.25, 0.463 0.36, 0.455 0.44, 0.44 0.49, 0.421 0.523 0.4, 0.432 0.54 0.4, 0.45 0.556, 0.453 0.6, 0.462 0.69',
);

const otherSkin: Lch = [0.56, 0.1, 300];
const otherShare = 0.55;

/** Half a face of another skin, as far as the nose's own line: a line of its own there would be a second nose. */
function drawHalf(s: Studio, head: Shape, skin: Ramp): void {
	const half = s.head.shape([...seam, ...points('0.6 0.75 0, 0.8 0.75 0, 0.8 0.14 0')]);
	s.head.pattern('markings', head, [half], s.colors.tone(otherSkin), otherShare);
	coatNearEar(s, skin, otherSkin, otherShare);
}

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
			irises: [
				[0.62, 0.07, 240],
				[0.58, 0.09, 300],
				[0.64, 0.07, 195],
			],
			pupil: 'ring',
			sclera: [0.97, 0.006, 250],
			brows: ['thin'],
			noses: ['button', 'straight'],
			beards: ['none'],
			blush: false,
			extra: (s, { head, fringe, skin, hair }) => {
				const half = s.head.shape(points('0.5 -0.2 0, 1.1 -0.2 0, 1.1 1.1 0, 0.5 1.1 0, 0.47 0.4'));
				const other = s.colors.ramp('hair', hair.from[0] > 0.6 ? [0.34, 0.11, 310] : [0.9, 0.03, 200]);
				// The hair behind the head as well, so that the whole silhouette is parted.
				for (const mark of [...s.recorder.marks])
					if (mark.kind === 'form' && mark.layer === layers.hairBack)
						s.head.pattern('hairBack', mark.shape, [half], other.shade, 0.9);
				if (fringe) {
					s.head.pattern('hairFront', fringe, [half], other.base, 0.9);
					// Its points stand out from behind the head: in front they would be a slab without a root.
					s.head.form('hairBack', shiftingHair, other, { depth: 0.016 });
				}
				drawHalf(s, head, skin);
			},
		}),
});
