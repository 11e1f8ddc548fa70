import { containsPoint } from '../../engine/bounds.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { ellipseOutline, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** Where the plait begins, under the hair. */
const root = [0.34, 0.3] as const;

/** A thin plait before the far ear and outside the far eye, closed by one green bead; none where no hair grows on the temple. */
function drawBeadBraid(s: Studio, { hair }: HumanoidParts): void {
	const isRooted = s.recorder.marks.some(
		(mark) =>
			mark.kind === 'form' &&
			mark.layer === layers.hairFront &&
			containsPoint(refineOutline(mark.shape.outline, 4), ...root),
	);
	if (!isRooted) return;
	const bead = s.colors.ramp('gem', [0.62, 0.15, 150]);
	// In a layer below the hair's, so that it comes out from under the hair of every cut.
	for (let i = -3; i < 6; i++)
		s.head.form('earNear', ellipseOutline(0.325 - i * 0.002, 0.43 + i * 0.038, 0.017, 0.023), hair, {
			depth: 0.007,
			width: 0.7,
		});
	s.head.form('earNear', ellipseOutline(0.313, 0.662, 0.021, 0.021), bead, { depth: 0.008, width: 0.8 });
}

export const halfElf = definePart({
	slot: 'race',
	id: 'half-elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 60],
				[0.86, 0.05, 60],
				[0.66, 0.09, 54],
				[0.52, 0.08, 48],
			],
			hairs: ['tousled', 'crop', 'undercut', 'curls', 'sweptBack', 'bob', 'spikes'],
			hairTones: [
				[0.36, 0.08, 40],
				[0.5, 0.14, 40],
				[0.42, 0.09, 55],
				[0.3, 0.04, 130],
				[0.6, 0.12, 62],
				[0.24, 0.03, 40],
			],
			ears: { kind: 'pointed', length: 0.06, rise: -0.03, breadth: 0.9 },
			jaw: 0.97,
			eyes: ['almond', 'upturned', 'round'],
			irises: [
				[0.62, 0.14, 150],
				[0.6, 0.12, 235],
				[0.64, 0.12, 75],
				[0.62, 0.05, 240],
			],
			freckles: 0.3,
			extra: drawBeadBraid,
		}),
});
