import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import { findRoom } from '../../wardrobe/floating.ts';

interface Element {
	readonly hue: number;
	/** Outline of one floating mote about (0, 0), one unit high. */
	readonly mote: readonly Point[];
}

const elements: readonly Element[] = [
	{
		hue: 42,
		mote: points('0.02 -0.6 0.1, 0.2 -0.1, 0.36 -0.22 0.2, 0.34 0.22, 0 0.46, -0.34 0.22, -0.3 -0.12 0.2, -0.12 0'),
	},
	{ hue: 232, mote: points('0 -0.6 0.1, 0.26 -0.02, 0.28 0.28, 0 0.48, -0.28 0.28, -0.26 -0.02') },
	{ hue: 140, mote: points('0 -0.6 0.1, 0.34 -0.2, 0.3 0.2, 0 0.5 0.1, -0.3 0.2, -0.34 -0.2') },
	{ hue: 98, mote: points('0.12 -0.6 0, -0.3 0.08 0, -0.02 0.06 0, -0.14 0.56 0, 0.32 -0.12 0, 0.04 -0.1 0') },
];

/** Where motes float: x, y, height. */
const places = [
	[0.13, 0.62, 0.1],
	[0.1, 0.48, 0.08],
	[0.19, 0.35, 0.11],
	[0.3, 0.12, 0.07],
	[0.7, 0.12, 0.07],
	[0.83, 0.35, 0.11],
	[0.9, 0.48, 0.08],
	[0.86, 0.62, 0.1],
] as const;

export const elementalInfusion = definePart({
	slot: 'affliction',
	id: 'elemental-infusion',
	draw(s, rig, placement) {
		const leading = s.stream('element').pick(elements);
		const { hue } = leading;
		const vein = s.colors.tone([0.72, 0.18, hue]);
		const core = s.colors.tone([0.96, 0.06, hue]);
		const [x, y] = rig.cheekNear;
		// Between a closed helm and a muzzle that comes out of it veins and their light would be scraps.
		const isCovered = s.hidden.has('headgear') && s.recorder.snout.length > 0;
		if (!isCovered)
			s.head.glow('skinAffliction', [x, y + 0.02, 0.13], vein, { alpha: 0.65, blend: 'cover', clip: rig.headShape });
		for (const line of [
			[
				[x + 0.035, y + 0.13],
				[x + 0.01, y + 0.06],
				[x + 0.035, y + 0.01],
				[x + 0.02, y - 0.06],
				[x + 0.045, y - 0.12],
			],
			[
				[x + 0.012, y + 0.062],
				[x - 0.05, y + 0.05],
				[x - 0.07, y + 0.005],
				[x - 0.11, y - 0.005],
			],
			[
				[x + 0.035, y + 0.01],
				[x + 0.075, y - 0.01],
				[x + 0.085, y - 0.06],
			],
		] as const) {
			if (isCovered) break;
			s.head.line('skinAffliction', line, vein, 0.034, { clip: rig.headShape });
			s.head.line('skinAffliction', line, core, 0.013, { clip: rig.headShape });
		}
		const spot = s.stream('particles');
		const room = findRoom(s, placement);
		const motes = places.map(([px, py, height]) => {
			const [dx, dy, size] = [spot.swing() * 0.015, spot.swing() * 0.02, height * spot.range(0.8, 1.15)];
			return { at: room([px + dx, py + dy], size * 0.7), size };
		});
		// All four go round the figure: one of them alone could as well be another affliction's flames or shards.
		for (const [turn, { hue: moteHue, mote }] of elements.entries()) {
			const ramp = s.colors.ramp('gem', [0.72, 0.17, moteHue]);
			const ofElement = motes.flatMap(({ at, size }, place) =>
				at && (place + elements.indexOf(leading)) % elements.length === turn ? [{ at, size }] : [],
			);
			if (ofElement.length === 0) continue;
			// Those of one element in one path a tone: as forms of their own they would cost as much as a second head.
			for (const [grow, lift, color] of [
				[1.3, 0, ramp.ink],
				[1, 0, ramp.base],
				[0.55, 0.12, ramp.spec],
			] as const)
				s.body.pattern(
					'back',
					null,
					[
						s.body.shape(
							...ofElement.map(({ at: [x0, y0], size }) =>
								mote.map(([u, v, smooth]): Point => [x0 + u * size * grow, y0 + (v * grow + lift) * size, smooth ?? 1]),
							),
						),
					],
					color,
				);
		}
	},
});
