import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point, Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';
import { findFreeShoulder } from '../../wardrobe/stance/stance.ts';
import { acrossShoulders } from '../../wardrobe/torso.ts';

/** Sea-green hide that creeps from the near temple over cheek and jaw, with darker spots. */
function drawGraft(s: Studio, head: Shape): void {
	const hide = s.colors.ramp('skin', [0.7, 0.12, 165]);
	const patch = s.head.shape(
		points(
			'0.52 0.1, 0.75 0.1, 0.8 0.8, 0.44 0.8, 0.47 0.66, 0.535 0.635 0.4, 0.55 0.58, 0.61 0.555 0.4, 0.6 0.5, 0.645 0.46 0.4, 0.61 0.385, 0.64 0.33 0.4, 0.57 0.32, 0.575 0.25 0.4, 0.52 0.22',
		),
	);
	s.head.pattern('markings', head, [patch], hide.base, 0.8);
	const spots = s.stream('graft');
	s.head.pattern(
		'markings',
		head,
		Array.from({ length: 7 }, (_, i) =>
			s.head.disc(spots.range(0.6, 0.66), 0.27 + i * 0.05, spots.range(0.008, 0.016), spots.range(0.007, 0.012)),
		),
		hide.deep,
		0.7,
	);
}

/** The segments of the shell from the upper arm to the neck: each overlaps the one below it and ends in a spine. */
const shellSegments = [
	points('0.872 0.8, 0.935 0.84, 0.972 0.91, 0.995 0.99 0.15, 0.94 0.965, 0.892 0.965 0.15, 0.852 0.89'),
	points('0.775 0.748, 0.85 0.768, 0.915 0.822, 0.972 0.885 0.15, 0.89 0.882, 0.828 0.914 0.15, 0.782 0.84'),
	points('0.69 0.733 0.4, 0.76 0.734, 0.825 0.762, 0.9 0.806 0.15, 0.818 0.83, 0.758 0.868 0.15, 0.712 0.805'),
] as const;
const shellRidges = [
	points('0.88 0.918, 0.92 0.9, 0.955 0.912'),
	points('0.81 0.858, 0.85 0.834, 0.9 0.838'),
	points('0.735 0.812, 0.77 0.784, 0.82 0.782'),
] as const;

/** The far shoulder is the narrower one. */
const toFar = ([x, y, smooth]: Point): Point => [0.5 - (x - 0.5) * 0.92, y - 0.008, smooth ?? 1];

/** A red shell grown over the shoulder that no hand is before; it follows the outline however broad the figure is. */
function drawShell(s: Studio): void {
	const side = s.hidden.has('shoulders') ? null : findFreeShoulder(s);
	if (!side) return;
	const wide = acrossShoulders(s, { shoulders: s.style.proportions.shoulders });
	const place = (outline: readonly Point[]) => wide(side === 'far' ? outline.map(toFar) : outline);
	const shell = s.colors.ramp('cloth', [0.6, 0.15, 25]);
	for (const [i, segment] of shellSegments.entries()) {
		const plate = s.body.form('shoulderNear', place(segment), shell, { depth: 0.016, rim: true });
		s.body.line('shoulderNear', place(shellRidges[i]!), shell.deep, 0.012, { clip: plate });
	}
}

export const simicHybrid = definePart({
	slot: 'race',
	id: 'simic-hybrid',
	family: 'fish',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.82, 0.065, 58],
				[0.68, 0.09, 54],
				[0.54, 0.08, 48],
			],
			hairs: ['locs', 'locs', 'sweptBack'],
			hairTones: [
				[0.5, 0.12, 180],
				[0.45, 0.12, 320],
				[0.42, 0.1, 230],
			],
			ears: { kind: 'fin', web: [0.66, 0.14, 160], size: 0.92 },
			jaw: 0.94,
			eyes: ['round', 'upturned'],
			irises: [
				[0.8, 0.15, 110],
				[0.74, 0.14, 60],
			],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				drawGraft(s, head);
				drawShell(s);
				for (const x of [0.55, 0.575, 0.6])
					s.body.line(
						'neckFur',
						[
							[x, 0.68],
							[x - 0.012, 0.7],
							[x - 0.006, 0.72],
						],
						skin.deep,
						0.01,
					);
			},
		}),
});
