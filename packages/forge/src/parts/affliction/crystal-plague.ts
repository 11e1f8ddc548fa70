import { containsPoint } from '../../engine/bounds.ts';
import type { Ramp } from '../../engine/color.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { type Placement, toBody } from '../../engine/placement.ts';
import type { Pen } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findClear } from '../../wardrobe/floating.ts';
import { acrossShoulders } from '../../wardrobe/torso.ts';

/** One six-sided crystal from its root; `degrees` 0 points right, -90 up. */
function drawCrystal(
	pen: Pen,
	layer: Layer,
	[x, y]: readonly [number, number],
	degrees: number,
	length: number,
	half: number,
	gem: Ramp,
): void {
	const angle = (degrees * Math.PI) / 180;
	const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
	const at = (along: number, across: number): Point => [x + dx * along - dy * across, y + dy * along + dx * across, 0];
	const crystal = pen.form(
		layer,
		[at(0, -half), at(length * 0.72, -half), at(length, 0), at(length * 0.74, half), at(0, half)],
		gem,
		{ depth: 0.01 },
	);
	pen.pattern(
		layer,
		crystal,
		[
			pen.facet([
				at(0, -half * 0.2),
				at(length * 0.66, -half * 0.2),
				at(length, 0),
				at(length * 0.72, -half),
				at(0, -half),
			]),
		],
		gem.spec,
		0.55,
	);
}

/** Where crystals may break out of a shoulder. */
interface Growth {
	readonly root: Point;
	/** Degrees by which they lean away from the head. */
	readonly lean: number;
}

/** How far the rent in the clothes reaches from the crystals' root. */
const rentReach = { across: 0.07, down: 0.034 } as const;

/** The spot, or one further in and down, around which all of the rent lies on the clothes. */
function findGround({ recorder }: Studio, [x, y]: Point): Point {
	const torso = recorder.marks.find((mark) => mark.kind === 'form' && mark.layer === layers.torso);
	if (!torso || !('shape' in torso)) return [x, y];
	const edge = refineOutline(torso.shape.outline, 4);
	const inwards = x < 0.5 ? 1 : -1;
	const isOn = ([rx, ry]: Point) =>
		[-1, -0.5, 0, 0.5, 1].every((share) => containsPoint(edge, rx + share * rentReach.across, ry - 0.004));
	for (let step = 0; step < 14; step++) {
		const spot: Point = [x + inwards * step * 0.01, y + step * 0.002];
		if (isOn(spot)) return spot;
	}
	return [x, y];
}

/** The shoulder where nothing is held or carried; where both are busy, none. */
function chooseGrowth(s: Studio, rig: Rig): Growth | null {
	const isClear = findClear(s);
	const y = 0.81 - (rig.neck === 'thick' || rig.neck === 'none' ? 0.022 : 0);
	const wide = acrossShoulders(s, rig);
	const growths = [
		{ root: findGround(s, wide([[0.81, y]])[0]!), lean: 14 },
		{ root: findGround(s, wide([[0.2, y]])[0]!), lean: -14 },
	];
	return growths.find(({ root: [x], lean }) => isClear([x + lean * 0.002, y - 0.08], 0.1)) ?? null;
}

/** Crystals that have burst the clothes on a shoulder. */
function drawCluster(s: Studio, rig: Rig, gem: Ramp): void {
	const growth = chooseGrowth(s, rig);
	if (!growth) return;
	const { root, lean } = growth;
	const [x, y] = root;
	// The clothes are rent where they come out.
	const rent = Array.from({ length: 14 }, (_, i): Point => {
		const angle = (i / 14) * 2 * Math.PI;
		const reach = i % 2 ? 0.6 : 1;
		return [x + Math.cos(angle) * rentReach.across * reach, y + 0.004 + Math.sin(angle) * rentReach.down * reach, 0];
	});
	s.body.pattern('shoulderNear', null, [s.body.facet(rent)], gem.ink, 0.9);
	for (const [degrees, length, half] of [
		[-128, 0.12, 0.02],
		[-52, 0.11, 0.02],
		[-108, 0.17, 0.024],
		[-72, 0.2, 0.026],
		[-90, 0.075, 0.022],
	] as const)
		drawCrystal(s.body, 'shoulderNear', [x, y], degrees + lean, length, half, gem);
}

/** Whether a helm or a cloth hangs beside the cheek: crystals break out over it instead of behind it. */
const isUnderHeadgear = ({ recorder }: Studio, [, y]: readonly [number, number]): boolean =>
	recorder.marks.some(
		({ kind, layer, ...mark }) =>
			kind === 'form' &&
			layer === layers.headgear &&
			'shape' in mark &&
			mark.shape.space === 'head' &&
			mark.shape.bounds.bottom > y - 0.1,
	);

/** The crystals out of a cheek, each with its direction in degrees, its length and half its breadth. */
const blades = [
	[-84, 0.1, 0.018],
	[66, 0.085, 0.016],
	[-56, 0.14, 0.021],
	[34, 0.1, 0.02],
	[-14, 0.125, 0.025],
] as const;

/** How long crystals are where something is held before the cheek, as shares of the usual length. */
const lengths = [1, 0.75, 0.55] as const;

/** Fewer would not be seen to grow from one root. */
const fewestBlades = 3;

/** A cluster of crystals out of a spot of the face: as long ones as keep clear of what is held before it. */
function drawGrowth(s: Studio, placement: Placement, root: Spot, gem: Ramp): void {
	// Over the ear, behind which only a chip of one would be seen.
	const layer = isUnderHeadgear(s, root) ? 'emblem' : 'ears';
	const isBare = findClear(s, layer);
	const findBlades = (times: number) =>
		blades.filter(([degrees, length, half]) => {
			const angle = (degrees * Math.PI) / 180;
			const at = (reach: number): Spot => [root[0] + Math.cos(angle) * reach, root[1] + Math.sin(angle) * reach];
			return [0.6, 1].every((share) => isBare(toBody(placement, at(length * times * share)), half * times));
		});
	const times = lengths.find((share) => findBlades(share).length >= fewestBlades);
	// Where none has room, small ones stand behind what is held.
	const grown = times === undefined ? blades : findBlades(times);
	const size = times ?? lengths.at(-1)!;
	const breadth = Math.sqrt(size);
	// They stand on the face, which has moved on the skull, and reach out over its edge.
	const onSkull: Spot = [root[0] + placement.turn, root[1] + placement.nod];
	for (const [degrees, length, half] of grown)
		drawCrystal(s.head, layer, onSkull, degrees, length * size, half * breadth, gem);
}

export const crystalPlague = definePart({
	slot: 'affliction',
	id: 'crystal-plague',
	draw(s, rig, placement) {
		const gem = s.colors.ramp(
			'gem',
			s.choose('crystal', [
				[0.74, 0.13, 205],
				[0.68, 0.17, 320],
				[0.74, 0.15, 150],
			]),
		);
		const [x, y] = rig.cheekNear;
		s.head.glow('aura', [x + 0.05, y + 0.02, 0.15], gem.light, { alpha: 0.35 });
		const root = [x + 0.012, y + 0.03] as const;
		// The skin swells and splits around them.
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[s.head.disc(root[0] + 0.012, root[1], 0.06, 0.052)],
			rig.skin.shade,
			0.9,
		);
		for (const [dx, dy] of [
			[-0.085, -0.03],
			[-0.07, 0.045],
			[-0.02, -0.1],
			[0.0, 0.085],
		] as const)
			s.head.line(
				'skinAffliction',
				[
					[root[0] + dx * 0.35, root[1] + dy * 0.35],
					[root[0] + dx * 0.65 + 0.008, root[1] + dy * 0.7],
					[root[0] + dx, root[1] + dy],
				],
				gem.deep,
				0.012,
				{ clip: rig.headShape },
			);
		drawGrowth(s, placement, root, gem);
		drawCluster(s, rig, gem);
	},
});
