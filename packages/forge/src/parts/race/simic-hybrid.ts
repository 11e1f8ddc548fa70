import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';
import { acrossShoulders, outlineTorso } from '../../wardrobe/torso.ts';

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

/** The jagged edge of the cloth around the shell, which lies on the shoulder near the neck. */
const shellRent = points(
	'0.6 0.9 0, 0.618 0.87 0, 0.6 0.845 0, 0.622 0.815 0, 0.628 0.785 0, 0.66 0.775 0, 0.8 0.795 0, 0.826 0.82 0, 0.812 0.85 0, 0.826 0.89 0, 0.79 0.9 0, 0.768 0.925 0, 0.742 0.9 0, 0.712 0.93 0, 0.69 0.905 0, 0.655 0.92 0, 0.64 0.895 0',
);
const shellPlate = points(
	'0.617 0.855 0.4, 0.632 0.79, 0.656 0.738 0.15, 0.682 0.772, 0.714 0.735 0.15, 0.736 0.782, 0.778 0.757 0.15, 0.784 0.808, 0.818 0.808 0.15, 0.804 0.856, 0.786 0.9 0.3, 0.756 0.885, 0.716 0.91 0.3, 0.672 0.882, 0.636 0.89 0.3',
);
const shellRidges = [
	points('0.62 0.838, 0.684 0.815, 0.786 0.842'),
	points('0.615 0.87, 0.69 0.855, 0.786 0.884'),
] as const;

/** Armour that covers the shoulders whole. */
const armoured: ReadonlySet<string> = new Set(['paladin', 'death-knight', 'fighter', 'battle-master']);

/** A red shell grown out of the near shoulder, kept on it however broad the figure is; armour hides it. */
function drawShell(s: Studio): void {
	if (armoured.has(s.figure.class)) return;
	const { shoulders } = s.style.proportions;
	const wide = acrossShoulders(s, { shoulders });
	const torso = s.body.shape(outlineTorso(s, { shoulders, neck: 'slim' }));
	const shell = s.colors.ramp('cloth', [0.6, 0.15, 25]);
	// The clothes are rent where it comes out.
	s.body.pattern('shoulderNear', torso, [s.body.facet(wide(shellRent))], shell.ink, 0.9);
	const plate = s.body.form('shoulderNear', wide(shellPlate), shell, { depth: 0.022, rim: true, clip: torso });
	for (const ridge of shellRidges) s.body.line('shoulderNear', wide(ridge), shell.deep, 0.013, { clip: plate });
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
