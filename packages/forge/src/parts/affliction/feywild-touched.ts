import { containsPoint } from '../../engine/bounds.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { FormMark, Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { ellipseOutline, leafOutline, type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findRoom } from '../../wardrobe/floating.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';
import { courseY, windBand, windBehindEyes } from '../../wardrobe/winding.ts';

/** Where the flowers of a wreath sit on its twig, from -1 at one side of the head to 1 at the other, and their hues. */
const onWreath = [
	[-0.8, 350],
	[-0.4, 310],
	[0.02, 20],
	[0.44, 340],
	[0.82, 300],
] as const;
/** Leaves of the wreath between them, and which way they point. */
const wreathLeaves = [
	[-0.6, -1],
	[-0.2, 1],
	[0.24, -1],
	[0.64, 1],
] as const;
/** Between a frog's eyes there is room for a few. */
const onBrow = [
	[-0.22, 350],
	[0.2, 20],
] as const;
/** Along the vine on the cheek when something covers the brow. */
const onCheek = [
	[0.028, -0.082, 350],
	[0.036, 0.012, 310],
	[-0.004, 0.074, 20],
] as const;

/** A jewel in the hair over the brow is narrower than this. */
const widestJewel = 0.08;

/** Whether a band or a hat, or a jewel in the hair, is where the wreath would lie. */
function isTaken({ recorder: { marks } }: Studio, { hat }: Rig): boolean {
	const spots = [-0.6, -0.3, -0.15, 0, 0.3, 0.6].flatMap((u) =>
		[-0.1, 0.1, 0.3].map((v): Spot => [hat.x + u * hat.half, hat.y + v * hat.half]),
	);
	return marks.some((mark) => {
		if (mark.kind !== 'form' || mark.shape.space !== 'head') return false;
		const { left, right } = mark.shape.bounds;
		const isJewel = mark.layer === layers.hairFront && right - left < widestJewel && left < 0.5 && right > 0.45;
		if (mark.layer !== layers.headgear && !isJewel) return false;
		const edge = refineOutline(mark.shape.outline, 4);
		return spots.some(([x, y]) => containsPoint(edge, x, y));
	});
}

function petalAt(x: number, y: number, turn: number, reach: number): Spot {
	const angle = ((turn - 90) * Math.PI) / 180;
	return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
}

function drawFlower(s: Studio, layer: Layer, [x, y]: Spot, h: number, size = 1): void {
	const petal = s.colors.ramp('cloth', [0.82, 0.11, h]);
	const options = { width: 0.5, fit: false, contour: layer !== 'skinAffliction' };
	for (const turn of [0, 72, 144, 216, 288])
		s.head.form(layer, s.head.disc(...petalAt(x, y, turn, 0.017 * size), 0.014 * size), petal, {
			depth: 0.004,
			...options,
		});
	s.head.form(layer, s.head.disc(x, y, 0.01 * size), s.colors.ramp('gem', [0.84, 0.14, 90]), {
		depth: 0.003,
		...options,
	});
}

/** How far the petals of a blossom reach, with the line around them. */
const bloom = 0.034;

/** On slim faces there is room for a small one only. */
const sizes = [1, 0.76] as const;

/** How far a cheek may turn on its skull. */
const turned = 0.01;

/** Half a leaf of the vine. */
const leafReach = 0.02;

/** Where a blossom grows that finds no room at its place: further in on the cheek, a little higher or lower. */
const nearby: readonly Spot[] = [0, -0.016, -0.032, -0.048, -0.064].flatMap((u) =>
	[0, -0.016, 0.016, -0.032, 0.032].map((v): Spot => [u, v]),
);

/** Finds which round spots lie whole on the bare cheek: off its edge, the features of the face, beard, hair and all that is worn. */
function findCheek(
	{ recorder: { marks } }: Studio,
	{ headShape, eyeNear, eyeFar, eyeHalf, mouth }: Rig,
): (at: Spot, r: number) => boolean {
	const skull = refineOutline(headShape.outline, 4);
	const isOver = (mark: Mark): mark is FormMark =>
		mark.kind === 'form' &&
		mark.shape.space !== 'body' &&
		mark.shape !== headShape &&
		(mark.layer === layers.muzzle ||
			mark.layer === layers.mouth ||
			(mark.layer > layers.brows && mark.layer < layers.hand));
	const over = marks.filter(isOver).map(({ shape }) => refineOutline(shape.outline, 4));
	const features = [
		[...eyeNear, eyeHalf, eyeHalf * 0.8],
		[...eyeFar, eyeHalf, eyeHalf * 0.8],
		[...mouth, 0.06, 0.02],
	] as const;
	return ([x, y], r) => {
		if (features.some(([fx, fy, rx, ry]) => ((x - fx) / (rx + r * 0.8)) ** 2 + ((y - fy) / (ry + r * 0.8)) ** 2 < 1))
			return false;
		const rim = ellipseOutline(x, y, r, r, 0, 12);
		return (
			ellipseOutline(x, y, r + turned, r + turned, 0, 12).every(([u, v]) => containsPoint(skull, u, v)) &&
			!over.some(
				(edge) =>
					containsPoint(edge, x, y) ||
					rim.some(([u, v]) => containsPoint(edge, u, v)) ||
					edge.some(([u, v]) => (u - x) ** 2 + (v - y) ** 2 < r * r),
			)
		);
	};
}

/** A twig with flowers around the head. */
function drawWreath(s: Studio, rig: Rig): void {
	const leaf = s.colors.ramp('cloth', [0.5, 0.12, 140]);
	const bulging = isBulgeEyed(rig);
	const { left, right, drop } = bulging ? windBehindEyes(s, rig, leaf, 0.07) : windBand(s, rig, leaf, 0.06);
	const place = (t: number): Spot => [
		(left[0] + right[0]) / 2 + (t * (right[0] - left[0])) / 2,
		courseY(left[1], drop, t),
	];
	if (!bulging)
		for (const [t, side] of wreathLeaves)
			s.head.form('headgear', leafOutline(place(t), [0.012 + t * 0.02, 0.04 * side], 0.4), leaf, {
				depth: 0.004,
				width: 0.6,
			});
	for (const [t, h] of bulging ? onBrow : onWreath) drawFlower(s, 'headgear', place(t), h, bulging ? 0.8 : 1);
}

/** A wreath around the head, or blossoms of the cheek's vine where a hat, a band or a jewel is in its place. */
function drawFlowers(s: Studio, rig: Rig): void {
	if (s.hidden.has('crown') || isTaken(s, rig)) {
		const [jx, jy] = rig.cheekNear;
		const isWhole = findCheek(s, rig);
		const grown: Spot[] = [];
		for (const [dx, dy, h] of onCheek)
			for (const size of sizes) {
				const isFree = ([x, y]: Spot) =>
					grown.every(([gx, gy]) => Math.hypot(x - gx, y - gy) > 2 * bloom) && isWhole([x, y], bloom * size);
				const at = nearby.map(([u, v]): Spot => [jx + dx + u, jy + dy + v]).find(isFree);
				if (!at) continue;
				grown.push(at);
				drawFlower(s, 'skinAffliction', at, h, size);
				break;
			}
		return;
	}
	drawWreath(s, rig);
}

/** Leaves of the vine on the cheek: where each grows from it, and its length. */
const vineLeaves = [
	[0.022, -0.055, -0.04, -0.012],
	[0.044, 0.01, 0.036, 0.016],
	[0.03, 0.035, -0.044, 0.002],
	[-0.002, 0.07, -0.026, 0.03],
] as const;
const leastLeaves = 2;

/** A vine with leaves on the cheek; further in on a slim one, and none where it would be a bare line. */
function drawVine(s: Studio, rig: Rig): void {
	const { headShape, cheekNear } = rig;
	const leaf = s.colors.ramp('cloth', [0.62, 0.14, 140]);
	const isWhole = findCheek(s, rig);
	const y = cheekNear[1];
	for (const inwards of [0, 0.014, 0.028, 0.042]) {
		const x = cheekNear[0] - inwards;
		const grown = vineLeaves.filter(([u, v, dx, dy]) => isWhole([x + u + dx * 0.55, y + v + dy * 0.55], leafReach));
		if (grown.length < leastLeaves) continue;
		const vine: readonly Point[] = [
			[x + 0.05, y - 0.14],
			[x + 0.02, y - 0.06],
			[x + 0.045, y + 0.01],
			[x - 0.005, y + 0.075],
		];
		s.head.line('skinAffliction', vine, leaf.deep, 0.011, { clip: headShape, taper: 0.5 });
		for (const [u, v, dx, dy] of grown)
			s.head.form('skinAffliction', leafOutline([x + u, y + v], [dx, dy], 0.4), leaf, {
				depth: 0.004,
				width: 0.5,
				contour: false,
			});
		return;
	}
}

export const feywildTouched = definePart({
	slot: 'affliction',
	id: 'feywild-touched',
	draw(s, rig, placement) {
		drawVine(s, rig);
		drawFlowers(s, rig);
		const spark = s.stream('sparkles');
		const room = findRoom(s, placement);
		for (let i = 0; i < 16; i++) {
			const [u, height, r] = [spark.range(-0.4, 0.4), spark.range(0.14, 0.66), spark.range(0.01, 0.02)];
			// At both sides, the wider apart the lower: over face and hands they would be taken for blemishes.
			const at = room([0.5 + Math.sign(u) * (0.19 + (height - 0.14) * 0.14 + Math.abs(u) * 0.36), height], r);
			if (!at) continue;
			const [x, y] = at;
			s.body.pattern(
				'back',
				null,
				[
					s.body.facet([
						[x, y - r],
						[x + r * 0.25, y - r * 0.25],
						[x + r, y],
						[x + r * 0.25, y + r * 0.25],
						[x, y + r],
						[x - r * 0.25, y + r * 0.25],
						[x - r, y],
						[x - r * 0.25, y - r * 0.25],
					]),
				],
				s.colors.tone([0.93, 0.08, 330]),
				0.9,
			);
		}
	},
});
