import type { ForgeSurface } from '../../surface.ts';
import type { Lch } from '../color.ts';
import { grid, type Point, tracePolygon, unit } from '../shape.ts';
import type { Colors } from '../studio.ts';

/** The frame of a tier; common figures have none. */
interface Frame {
	readonly tone: Lch;
	/** Distance from the edge and width of each line, in fractions of the picture. */
	readonly lines: readonly (readonly [inset: number, width: number])[];
	readonly hasCorners: boolean;
	/** A stone in the middle of the upper and of the lower edge. */
	readonly hasStones: boolean;
}

const frames: Readonly<Record<string, Frame>> = {
	rare: { tone: [0.76, 0.11, 240], lines: [[0.018, 0.006]], hasCorners: false, hasStones: false },
	epic: {
		tone: [0.72, 0.15, 310],
		lines: [
			[0.014, 0.007],
			[0.03, 0.003],
		],
		hasCorners: true,
		hasStones: false,
	},
	legendary: {
		tone: [0.84, 0.13, 88],
		lines: [
			[0.012, 0.009],
			[0.031, 0.0035],
		],
		hasCorners: true,
		hasStones: true,
	},
};

const lozenge = (x: number, y: number, rx: number, ry = rx): Point[] => [
	[x, y - ry],
	[x + rx, y],
	[x, y + ry],
	[x - rx, y],
];

/** Paints the frame of a tier along the picture's edges, in reference pixels; unknown tiers have none. */
export function paintFrame(surface: ForgeSurface, colors: Colors, rarity: string | undefined): void {
	const frame = frames[(rarity ?? '').toLowerCase()];
	if (!frame) return;
	const { context } = surface;
	const metal = colors.ramp('metal', frame.tone);
	const fill = (color: string, ...loops: readonly (readonly Point[])[]) => {
		const path = new surface.Path2D();
		for (const loop of loops) tracePolygon(path, loop);
		context.fillStyle = color;
		context.fill(path);
	};
	for (const [inset, width] of frame.lines) {
		const line = (color: string, offset: number) => {
			const path = new surface.Path2D();
			const [from, to] = [grid(inset + offset), grid(inset + width + offset)];
			path.rect(from, from, unit - 2 * from, unit - 2 * from);
			path.rect(to, to, unit - 2 * to, unit - 2 * to);
			context.fillStyle = color;
			context.fill(path, 'evenodd');
		};
		line(metal.ink, 0.002);
		line(metal.base, 0);
	}
	const near = 0.026;
	const far = 1 - near;
	if (frame.hasCorners)
		for (const [x, y] of [
			[near, near],
			[far, near],
			[near, far],
			[far, far],
		] as const) {
			fill(metal.ink, lozenge(x, y, 0.025));
			fill(metal.base, lozenge(x, y, 0.021));
			fill(metal.light, lozenge(x, y, 0.009));
		}
	if (!frame.hasStones) return;
	const gem = colors.ramp('gem', [0.62, 0.18, 25]);
	for (const y of [near, far]) {
		fill(metal.ink, lozenge(0.5, y, 0.05, 0.022));
		fill(metal.base, lozenge(0.5, y, 0.044, 0.018));
		fill(gem.base, lozenge(0.5, y, 0.018, 0.012));
		fill(gem.spec, lozenge(0.496, y - 0.003, 0.006, 0.004));
	}
}
