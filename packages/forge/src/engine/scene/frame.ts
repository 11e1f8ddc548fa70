import type { ForgeSurface } from '../../surface.ts';
import { css, type Lch } from '../color.ts';
import { grid, type Point, tracePolygon, unit } from '../shape.ts';
import type { Colors } from '../studio.ts';
import type { PageName } from './ground-tones.ts';
import { getPageMargin } from './page.ts';

/** The frame of a tier; common figures have none. */
interface Frame {
	readonly tone: Lch;
	/** The tone in styles of few colours: one of theirs, so that thin lines are not dithered. */
	readonly pixelTone: Lch;
	/** Distance from the edge and width of each line, in fractions of the picture. */
	readonly lines: readonly (readonly [inset: number, width: number])[];
	readonly hasCorners: boolean;
	/** A stone in the middle of the upper and of the lower edge. */
	readonly hasStones: boolean;
}

const frames: Readonly<Record<string, Frame>> = {
	rare: {
		tone: [0.76, 0.11, 240],
		pixelTone: [0.6, 0.15, 250],
		lines: [[0.018, 0.006]],
		hasCorners: false,
		hasStones: false,
	},
	epic: {
		tone: [0.72, 0.15, 310],
		pixelTone: [0.58, 0.17, 330],
		lines: [
			[0.014, 0.007],
			[0.03, 0.003],
		],
		hasCorners: true,
		hasStones: false,
	},
	legendary: {
		tone: [0.84, 0.13, 88],
		pixelTone: [0.86, 0.16, 92],
		lines: [
			[0.012, 0.009],
			[0.031, 0.0035],
		],
		hasCorners: true,
		hasStones: true,
	},
};

const frameOf = (rarity: string | undefined): Frame | undefined => frames[(rarity ?? '').toLowerCase()];

/** How far the lines' ink reaches beyond them. */
const inkOffset = 0.002;

/** How far a page's margin and the frame of a tier reach into the picture, as a fraction of its side. */
export function getEdgeMargin(page: PageName, rarity: string | undefined): number {
	const lines = frameOf(rarity)?.lines ?? [];
	return Math.max(getPageMargin(page), ...lines.map(([inset, width]) => inset + width + inkOffset));
}

const lozenge = (x: number, y: number, rx: number, ry = rx): Point[] => [
	[x, y - ry],
	[x + rx, y],
	[x, y + ry],
	[x - rx, y],
];

/** Where a line begins and ends, in reference pixels; where pixels are large, it is a whole number of them wide. */
function snapLine(from: number, to: number, pixel: number): readonly [from: number, to: number] {
	if (pixel === 0) return [grid(from), grid(to)];
	const first = Math.round((from * unit) / pixel);
	return [first * pixel, Math.max(first + 1, Math.round((to * unit) / pixel)) * pixel];
}

/**
 * Paints the frame of a tier along the picture's edges, in reference pixels; unknown tiers have none. Where `pixel`, the
 * side of a large pixel, is not 0, lines keep to whole ones.
 */
export function paintFrame(surface: ForgeSurface, colors: Colors, rarity: string | undefined, pixel: number): void {
	const frame = frameOf(rarity);
	if (!frame) return;
	const { context } = surface;
	const metal =
		pixel === 0
			? colors.ramp('metal', frame.tone)
			: { ink: css(0.16, 0.03, 285), base: css(...frame.pixelTone), light: css(0.96, 0.01, 90) };
	const fill = (color: string, ...loops: readonly (readonly Point[])[]) => {
		const path = new surface.Path2D();
		for (const loop of loops) tracePolygon(path, loop);
		context.fillStyle = color;
		context.fill(path);
	};
	const drawLines = (color: string, offset: number, ring: number) => {
		for (const [inset, width] of frame.lines) {
			const path = new surface.Path2D();
			const [outer, inner] = snapLine(inset + offset, inset + width + offset, pixel);
			const [from, to] = [outer - ring, inner + ring];
			path.rect(from, from, unit - 2 * from, unit - 2 * from);
			path.rect(to, to, unit - 2 * to, unit - 2 * to);
			context.fillStyle = color;
			context.fill(path, 'evenodd');
		}
	};
	// In few colours a ground may have the very tone of the lines: they get ink on both sides, a pixel wide.
	drawLines(metal.ink, pixel === 0 ? inkOffset : 0, pixel);
	drawLines(metal.base, 0, 0);
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
