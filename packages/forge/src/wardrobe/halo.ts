import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { FormMark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Where a halo hovers: its middle, its half axes and how far it leans, in degrees. */
interface Hover {
	readonly at: Spot;
	readonly rx: number;
	readonly ry: number;
	readonly turn: number;
}

/** The highest row of what is on the middle of the head, hats and hair included. */
export function findTop(s: Studio, { crown: [x, y] }: Rig): number {
	let top = y + 0.03;
	for (const mark of s.recorder.marks) {
		if (mark.kind !== 'form' || mark.shape.space !== 'head' || mark.layer < layers.head) continue;
		const { left, right, top: own } = mark.shape.bounds;
		if (left < x - 0.05 && right > x + 0.05 && own < top) top = own;
	}
	return top;
}

/** How far below its middle what a halo hovers above may reach up. */
const hoverGap = 0.035;

/** Whether something that `counts` stands where a halo would hover: horns, ears, crests, feathers or a tall hat. */
export function isPierced(
	{ recorder: { marks } }: Studio,
	[x, y]: Spot,
	rx: number,
	counts: (mark: FormMark) => boolean,
): boolean {
	return marks.some((mark) => {
		if (mark.kind !== 'form' || mark.shape.space !== 'head' || mark.layer > layers.headgear + 1) return false;
		if (mark.shape.bounds.top > y + hoverGap || !counts(mark)) return false;
		return refineOutline(mark.shape.outline, 3).some(([px, py]) => Math.abs(px - x) < rx * 1.08 && py < y + hoverGap);
	});
}

/** What stays free between a halo's lower rim and the hair below it. */
const rimGap = 0.012;

/**
 * The lowest row, `usual` or higher, in which a halo hovers free of the head and its hair, which would else cover its
 * nearer rim.
 */
export function findHover(
	{ recorder: { marks } }: Studio,
	[x, usual]: Spot,
	{ rx, ry, turn }: Omit<Hover, 'at'>,
): number {
	const edge = refineOutline(ellipseOutline(0, 0, rx + rimGap, ry + rimGap, turn, 16), 4);
	const reach = Math.max(...edge.map(([, v]) => v));
	const dropAt = (px: number) => edge.reduce((low, [u, v]) => (Math.abs(u - px) < 0.02 ? Math.max(low, v) : low), 0);
	let y = usual;
	for (const { kind, layer, ...mark } of marks) {
		if (kind !== 'form' || layer <= layers.back || !('shape' in mark)) continue;
		const { space, bounds, outline } = mark.shape;
		if (space !== 'head' || bounds.top > y + reach) continue;
		for (const [px, py] of refineOutline(outline, 3))
			if (Math.abs(px - x) < rx && py < y + reach) y = Math.min(y, py - dropAt(px - x));
	}
	return y;
}

/** How far the ends of a ring around a hat stand out from it at the least, and how wide it may be for that. */
const beside = { gap: 0.035, widest: 0.24 } as const;

/**
 * A ring around the middle of what is on the head, so wide that both of its ends are seen beside it: an end before the
 * cloth would be a stump. Null where only a ring wider than a head would be.
 */
export function spanAround(
	{ recorder: { marks } }: Studio,
	y: number,
	{ rx, ry }: { readonly rx: number; readonly ry: number },
): Omit<Hover, 'turn'> | null {
	let [left, right] = [0.5, 0.5];
	for (const mark of marks) {
		if (mark.kind !== 'form' || mark.shape.space !== 'head') continue;
		if (mark.layer <= layers.back || mark.layer > layers.headgear) continue;
		const { bounds, outline } = mark.shape;
		if (bounds.top > y + ry || bounds.bottom < y - ry) continue;
		for (const [px, py] of refineOutline(outline, 6))
			if (Math.abs(py - y) < ry) [left, right] = [Math.min(left, px), Math.max(right, px)];
	}
	const half = Math.max(rx, (right - left) / 2 + beside.gap);
	return half > beside.widest ? null : { at: [(left + right) / 2, y], rx: half, ry: (ry * half) / rx };
}

/** A ring of gold that hovers above the head; `around` a hat its front half lies before the hat. */
export function halo(s: Studio, { at: [x, y], rx, ry, turn }: Hover, gold: Ramp, around: boolean): void {
	const outer = ellipseOutline(x, y, rx, ry, turn, 16);
	const inner = ellipseOutline(x, y, rx * 0.83, ry * 0.6, turn, 16);
	const options = { depth: 0.006, width: 0.7 };
	s.head.form('back', s.head.shape(outer, [...inner].reverse()), gold, options);
	if (!around) return;
	// The half that is nearer: from one end of the long axis below the middle to the other.
	const end = (point: Point): Point => [point[0], point[1], 0];
	const front = (ring: readonly Point[]) => {
		const half = ring.slice(0, 9);
		return [end(half[0]!), ...half.slice(1, -1), end(half.at(-1)!)];
	};
	s.head.form('hand', [...front(outer), ...front(inner).reverse()], gold, { ...options, contour: false });
}
