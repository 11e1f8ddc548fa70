import type { Spot } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

export type BrowShape =
	| 'soft'
	| 'straight'
	| 'arched'
	| 'wedge'
	| 'thick'
	| 'thin'
	| 'bushy'
	| 'scarred'
	| 'ridge'
	| 'tuft';

interface BrowCut {
	readonly width: number;
	/** How far the middle stands above the ends. */
	readonly arch: number;
	/** How far the outer end hangs. */
	readonly fall: number;
	readonly taper: number;
}

const cuts: Readonly<Record<BrowShape, BrowCut>> = {
	soft: { width: 0.019, arch: 0.016, fall: 0.006, taper: 0.85 },
	straight: { width: 0.021, arch: 0.004, fall: 0.002, taper: 0.78 },
	arched: { width: 0.017, arch: 0.027, fall: 0.01, taper: 0.88 },
	wedge: { width: 0.026, arch: 0.01, fall: -0.014, taper: 0.8 },
	thick: { width: 0.033, arch: 0.009, fall: 0.006, taper: 0.74 },
	thin: { width: 0.011, arch: 0.02, fall: 0.008, taper: 0.8 },
	bushy: { width: 0.03, arch: 0.014, fall: 0.014, taper: 0.74 },
	scarred: { width: 0.021, arch: 0.014, fall: 0.006, taper: 0.8 },
	ridge: { width: 0.034, arch: 0.016, fall: 0.006, taper: 0.82 },
	tuft: { width: 0.032, arch: 0.016, fall: 0.006, taper: 0.82 },
};

const bearingWidth = { soft: 0.85, plain: 1, rugged: 1.22 } as const;

/** Half the width of a scar's slit, and how far its upper end leans to the middle of the face. */
const slit = { half: 0.0065, lean: 0.4 } as const;

/** A line through a brow along its slit. */
const alongSlit = ([x, y]: Spot, reach: number): readonly Point[] =>
	[-1, 0, 1].map((share): Point => [x + share * reach * slit.lean, y + share * reach]);

/** All of a brow but a slit across it: one hair line, cut through, and no second brow. */
function besideSlit(s: Studio, at: Spot): Shape {
	const [[topX, top], , [lowX, low]] = alongSlit(at, 0.08) as readonly [Point, Point, Point];
	const side = (way: -1 | 1): Point[] => {
		const loop: Point[] = [
			[topX + way * slit.half, top],
			[topX + way * 0.3, top],
			[lowX + way * 0.3, low],
			[lowX + way * slit.half, low],
		];
		return way < 0 ? loop.reverse() : loop;
	};
	return s.head.facet(side(-1), side(1));
}

/** Brows above the eyes `near` and `far`, which they follow sideways; the inner ends carry the mood. `scar` is the tone of an old cut through one. */
export function drawBrows(
	s: Studio,
	shape: BrowShape,
	color: string,
	[nearEye, farEye]: readonly [Spot, Spot],
	lift = 0,
	scar?: string,
): void {
	if (s.hidden.has('eyes') || s.hidden.has('brows')) return;
	const { browInner, browOuter, browSkew } = s.look.expression;
	const { width: base, arch, fall, taper } = cuts[shape];
	const width = base * bearingWidth[s.look.bearing] * (s.look.age > 0.75 ? 1.12 : 1);
	const y = nearEye[1] - 0.057 - lift;
	const [nearX, farX] = [nearEye[0] - 0.547, farEye[0] - 0.401];
	const nearY = y + browSkew;
	const farY = y - browSkew * 0.4;
	const near: Point[] = [
		[0.487 + nearX, nearY + browInner + 0.003],
		[0.54 + nearX, nearY - arch + browInner * 0.2],
		[0.615 + nearX, nearY + browOuter + fall],
	];
	const far: Point[] = [
		[0.441 + farX, farY + browInner + 0.003],
		[0.403 + farX, farY - arch * 0.9 + browInner * 0.2],
		[0.355 + farX, farY + browOuter + fall],
	];
	if (shape === 'scarred') {
		const at: Spot = [0.578 + nearX, nearY - arch * 0.72 + (browInner * 0.2 + browOuter + fall) * 0.5];
		s.head.line('brows', near, color, width, { taper, clip: besideSlit(s, at) });
		if (scar) s.head.line('brows', alongSlit(at, 0.034), scar, 0.008, { taper: 0.8 });
	} else s.head.line('brows', near, color, width, { taper });
	s.head.line('brows', far, color, width * 0.86, { taper });
	if (shape === 'wedge')
		s.head.line('brows', [near[0]!, [0.51 + nearX, nearY - 0.004 + browInner * 0.4]], color, width * 0.8, {
			taper: 0.5,
		});
	if (shape !== 'bushy' || !s.fine) return;
	for (const [x, dy, from] of [
		[0.5, 0.004, near],
		[0.54, -0.012, near],
		[0.58, -0.008, near],
	] as const)
		s.head.line(
			'brows',
			[
				[x + nearX, from[1]![1] + 0.014 + dy],
				[x + 0.012 + nearX, from[1]![1] - 0.014 + dy],
			],
			color,
			0.009,
		);
}
