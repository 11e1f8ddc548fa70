import { findNearEdge } from '../../anatomy/edge.ts';
import { containsPoint } from '../../engine/bounds.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** Where a further eye may open. */
interface StrangeEye {
	readonly layer: Layer;
	readonly at: Spot;
	/** Half its width. */
	readonly reach: number;
}

/** A lidless slit eye where none belongs. */
function drawStrangeEye(s: Studio, { layer, at: [x, y], reach }: StrangeEye): void {
	const iris = s.colors.ramp('gem', [0.6, 0.17, 320]);
	s.head.form(
		layer,
		[
			[x - reach, y + reach * 0.05, 0.3],
			[x, y - reach * 0.66],
			[x + reach, y - reach * 0.05, 0.3],
			[x, y + reach * 0.66],
		],
		s.colors.ramp('skin', [0.93, 0.08, 105]),
		{ depth: 0.006, contour: false },
	);
	s.head.pattern(layer, null, [s.head.disc(x, y, reach * 0.48)], iris.deep);
	s.head.pattern(layer, null, [s.head.disc(x, y + reach * 0.12, reach * 0.36, reach * 0.28)], iris.light);
	s.head.pattern(layer, null, [s.head.disc(x, y, reach * 0.12, reach * 0.42)], s.colors.tone([0.15, 0.03, 300]));
	s.head.pattern(
		layer,
		null,
		[s.head.disc(x - reach * 0.18, y - reach * 0.2, reach * 0.13)],
		s.colors.tone([0.98, 0.01, 95]),
	);
}

/** Half the width of the eye on the cheek. */
const cheekEye = 0.034;
/** What stays between it and the skull's outline; the face shifts on the skull by less than that. */
const edgeGap = 0.016;

/** How far around its corners an eye keeps clear: the face shifts on the skull by less than that. */
const berth = 1.25;

/** Whether a band, a hat, a veil or a beard would lie over any part of an eye. */
function isCovered({ recorder: { marks } }: Studio, { layer, at: [x, y], reach }: StrangeEye): boolean {
	const [rx, ry] = [reach * berth, reach * 0.66 * berth];
	const spots: readonly Spot[] = [
		[x - rx, y],
		[x, y - ry],
		[x + rx, y],
		[x, y + ry],
		[x, y],
	];
	return marks.some((mark) => {
		if (mark.kind !== 'form' || mark.shape.space === 'body') return false;
		// Hair hangs behind an eye in its own layer; an eye painted on cloth would not be one.
		if (mark.layer <= layers.skinAffliction || mark.layer === layers[layer]) return false;
		if (mark.layer >= layers.hand || mark.layer === layers.ears) return false;
		const { bounds, outline, straight } = mark.shape;
		if (bounds.right < x - rx || bounds.left > x + rx || bounds.bottom < y - ry || bounds.top > y + ry) return false;
		const edge = straight ? outline : refineOutline(outline, 4);
		return (
			spots.some((spot) => containsPoint(edge, ...spot)) ||
			// What is smaller than an eye, as a band's gem, may lie between its corners.
			edge.some(([px, py]) => Math.abs(px - x) / rx + Math.abs(py - y) / ry < 1)
		);
	});
}

/** On the forehead, the lower the further a hat or band comes down; at last on the far cheek. */
function spotsOfForehead(s: Studio, { brow: [x, y], eyeFar, eyeHalf }: Rig): readonly StrangeEye[] {
	const isHatted = s.hidden.has('front-hair') || s.hidden.has('hair');
	const low: StrangeEye = { layer: 'hairFront', at: [x, y + 0.052], reach: 0.036 };
	const high: StrangeEye = { layer: 'hairFront', at: [x, y + 0.03], reach: 0.05 };
	return [
		...(isHatted ? [low] : [high, low]),
		{ layer: 'hairFront', at: [x + 0.004, y + 0.066], reach: 0.03 },
		{ layer: 'skinAffliction', at: [eyeFar[0] - 0.004, eyeFar[1] + eyeHalf * 1.62], reach: 0.03 },
		{ layer: 'skinAffliction', at: [eyeFar[0] - 0.014, eyeFar[1] + eyeHalf * 1.4], reach: 0.024 },
	];
}

/** On the near cheek, and further up under the eye above a beard. */
function spotsOfCheek({ cheekNear: [x, y], headShape, eyeNear, eyeHalf }: Rig): readonly StrangeEye[] {
	// On narrow skulls the whole of it stays on the cheek.
	const edge = Math.min(...findNearEdge(headShape, [y, y + 0.024]));
	const outmost = edge - cheekEye - edgeGap;
	return [
		{ layer: 'skinAffliction', at: [Math.min(x + 0.025, outmost), y + 0.012], reach: cheekEye },
		{ layer: 'skinAffliction', at: [Math.min(x - 0.01, outmost), y - 0.022], reach: 0.029 },
		{ layer: 'skinAffliction', at: [eyeNear[0] + 0.012, eyeNear[1] + eyeHalf * 1.5], reach: 0.026 },
	];
}

export const aberrantCorruption = definePart({
	slot: 'affliction',
	id: 'aberrant-corruption',
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		const patch = s.colors.ramp('gem', [0.52, 0.15, 315]);
		for (const [reach, color, alpha] of [
			[1, patch.base, 0.85],
			[0.72, s.colors.tone([0.68, 0.12, 195]), 0.55],
		] as const) {
			const at = (dx: number, dy: number, smooth = 1) =>
				[x + 0.025 + dx * reach, y + 0.01 + dy * reach, smooth] as const;
			const blotch = s.head.shape([
				at(0.02, -0.12, 0.3),
				at(0.035, -0.06),
				at(0.09, -0.07, 0.4),
				at(0.085, 0.05),
				at(0.04, 0.11, 0.5),
				at(0.005, 0.07),
				at(-0.06, 0.1, 0.3),
				at(-0.055, 0.035),
				at(-0.11, 0.01, 0.3),
				at(-0.05, -0.03),
				at(-0.06, -0.075, 0.3),
				at(-0.005, -0.055),
			]);
			// On the cheek, below the ear that stands before it.
			s.head.pattern('markings', rig.headShape, [blotch], color, alpha);
		}
		for (const [dx, dy, r] of [
			[-0.04, 0.065, 0.012],
			[0.065, -0.04, 0.014],
			[0.07, 0.055, 0.011],
		] as const) {
			// Whole on the cheek: beyond it a piece would lie on the ear.
			const outmost = Math.min(...findNearEdge(rig.headShape, [y + dy - r, y + dy + r])) - r - edgeGap;
			s.head.pattern('markings', rig.headShape, [s.head.disc(Math.min(x + dx, outmost), y + dy, r)], patch.spec, 0.85);
		}
		s.head.glow('skinAffliction', [rig.brow[0], rig.brow[1], 0.1], patch.light, { alpha: 0.5 });
		for (const spots of [spotsOfForehead(s, rig), spotsOfCheek(rig)]) {
			const free = spots.find((spot) => !isCovered(s, spot)) ?? spots[0]!;
			drawStrangeEye(s, free);
		}
	},
});
