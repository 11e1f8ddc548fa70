import type { Ramp } from '../engine/color.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Widens body points about the neck with the figure's shoulders. */
export function acrossShoulders(s: Studio, rig: Pick<Rig, 'shoulders'>): (points: readonly Point[]) => Point[] {
	const k = rig.shoulders * s.look.shoulders;
	return (points) =>
		points.map(
			([x, y, smooth]): Point => (smooth === undefined ? [0.5 + (x - 0.5) * k, y] : [0.5 + (x - 0.5) * k, y, smooth]),
		);
}

/** Rows of lozenges woven into the cloth, also where a raised or small figure shows more of it. */
function weave(s: Studio, torso: Shape, ramp: Ramp): void {
	const lozenges: Point[][] = [];
	for (let row = 0; row < 14; row++) {
		for (let column = 0; column < 14; column++) {
			const [x, y] = [0.01 + column * 0.07 + (row % 2) * 0.035, 0.708 + row * 0.042];
			lozenges.push([
				[x, y - 0.015],
				[x + 0.013, y],
				[x, y + 0.015],
				[x - 0.013, y],
			]);
		}
	}
	s.body.pattern('torso', torso, [s.body.facet(...lozenges)], ramp.deep, 0.5);
}

/** Outline of the clothed chest and shoulders, running off the bottom edge. */
export function outlineTorso(s: Studio, rig: Pick<Rig, 'shoulders' | 'neck'>): readonly Point[] {
	const high = rig.neck === 'thick' || rig.neck === 'none' ? 0.022 : 0;
	return acrossShoulders(
		s,
		rig,
	)([
		[0.06, 1.3, 0.3],
		[0.085, 0.93],
		[0.14, 0.815 - high],
		[0.25, 0.758 - high],
		[0.37, 0.73 - high],
		[0.43, 0.7],
		[0.585, 0.7],
		[0.65, 0.728 - high],
		[0.79, 0.768 - high],
		[0.9, 0.84 - high],
		[0.95, 0.96],
		[0.97, 1.3, 0.3],
	]);
}

/** The clothed chest and shoulders. */
export function drawTorso(s: Studio, rig: Rig, ramp: Ramp): Shape {
	const torso = s.body.form('torso', outlineTorso(s, rig), ramp, { depth: 0.035, rim: true });
	if (s.style.detail >= 2) weave(s, torso, ramp);
	return torso;
}

const darker = (ramp: Ramp): Ramp => ({ ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep });

/** How far a neck spreads at most on the shoulders, which is what every collar covers, and below them. */
const feet = { top: [0.362, 0.652], low: [0.405, 0.612] } as const;

/** The neck with the head's shadow on it: also of those whose head hides all but what an open collar shows of it. */
export function drawNeck(s: Studio, rig: Rig): void {
	const pen = s.body;
	const isThick = rig.neck === 'thick' || rig.neck === 'none';
	const k = s.look.neckWidth * (isThick ? 1.36 : rig.neck === 'ruff' ? 1.22 : 1);
	const X = (x: number) => 0.508 + (x - 0.508) * k;
	// Wider at its foot than a collar, it would lie on the clothing beside it.
	const foot = (x: number, [left, right]: readonly [number, number]) => Math.max(left, Math.min(right, X(x)));
	const ramp = rig.neckRamp;
	const neck = pen.form(
		'neck',
		[
			[X(0.432), 0.55],
			[X(0.586), 0.55],
			[X(0.592), 0.665],
			[X(0.612), 0.705],
			[foot(0.65, feet.top), 0.735],
			[foot(0.597, feet.low), 0.79],
			[0.51, 0.83],
			[foot(0.424, feet.low), 0.79],
			[foot(0.372, feet.top), 0.735],
			[X(0.412), 0.705],
			[X(0.426), 0.665],
		],
		rig.neck === 'bellows' ? darker(ramp) : ramp,
		{ depth: 0.02, light: false },
	);
	pen.cast('neck', neck, rig.headShape, ramp.deep, [0.014, 0.05]);
	if (rig.neck === 'bellows') {
		for (const y of [0.675, 0.7, 0.725])
			pen.line(
				'neck',
				[
					[X(0.42), y],
					[0.508, y + 0.02],
					[X(0.6), y],
				],
				ramp.ink,
				0.009,
				{ clip: neck, taper: 0.2 },
			);
	} else if (rig.neck === 'slim' || rig.neck === 'thick') {
		pen.line(
			'neck',
			[
				[X(0.56), 0.66],
				[0.545, 0.71],
				[0.522, 0.76],
			],
			ramp.deep,
			0.008,
			{ clip: neck },
		);
	}
	if (rig.neck === 'ruff') {
		const tufts: Point[] = [];
		for (let i = 0; i <= 8; i++) {
			const t = i / 8;
			const x = 0.335 + 0.345 * t;
			// Low enough in the middle for a collar's tip and what is worn there to lie over all of the edge.
			const y = 0.71 + Math.sin(Math.PI * t) * 0.1;
			tufts.push([x, y, 0.6]);
			if (i < 8) tufts.push([x + 0.018, y + 0.032, 0.15]);
		}
		const ruff: Point[] = [[0.345, 0.62], ...tufts, [0.67, 0.62], [0.5, 0.56]];
		const shape = pen.form('neckFur', ruff, ramp, { depth: 0.018 });
		pen.cast('neckFur', shape, rig.headShape, ramp.deep, [0.01, 0.035]);
	}
}
