import type { Lch } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Placement } from '../../engine/placement.ts';
import { points } from '../../engine/points.ts';
import type { Stream } from '../../engine/random.ts';
import type { Point, Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findColumn, findRoom } from '../../wardrobe/floating.ts';

/** Night, dawn and ground of the worlds that show through. */
const worlds: readonly (readonly [night: Lch, dawn: Lch, ground: Lch])[] = [
	[
		[0.55, 0.13, 200],
		[0.88, 0.12, 165],
		[0.34, 0.09, 170],
	],
	[
		[0.5, 0.17, 15],
		[0.86, 0.15, 80],
		[0.3, 0.1, 20],
	],
	[
		[0.5, 0.19, 320],
		[0.86, 0.1, 350],
		[0.28, 0.11, 290],
	],
];

interface Rift {
	readonly at: readonly [x: number, y: number];
	readonly half: readonly [width: number, height: number];
}

/** A bright-edged tear through which another world is seen. */
function drawRift(
	s: Studio,
	{ at: [x, y], half: [w, h] }: Rift,
	lean: number,
	[night, dawn, ground]: (typeof worlds)[0],
): void {
	const [pen, layer] = [s.body, 'back'] as const;
	const spot = (u: number, v: number): Point => [x + u * w - v * lean, y + v * h];
	const bright = s.colors.tone([0.98, 0.03, 200]);
	const sky = s.colors.tone(night);
	const [left, right] = [spot(-0.92, 0.2), spot(0.86, 0.02)];
	const ramp = {
		...s.colors.ramp('gem', night),
		ink: s.colors.tone([0.95, dawn[1] * 0.5, dawn[2]]),
		deep: sky,
		shade: sky,
		base: sky,
	};
	pen.form(
		layer,
		pen.facet([
			spot(-0.55, -0.72),
			spot(0.12, -1),
			spot(0.75, -0.5),
			spot(1, 0.1),
			spot(0.42, 0.55),
			spot(0.2, 1),
			spot(-0.5, 0.6),
			spot(-1, 0.25),
		]),
		ramp,
		{ depth: 0.01, light: false, contour: false, width: 1, fit: false },
	);
	pen.pattern(layer, null, [pen.facet([spot(-0.8, 0), spot(0.8, -0.26), right, left])], s.colors.tone(dawn));
	pen.pattern(
		layer,
		null,
		[
			pen.facet([
				left,
				spot(-0.2, -0.08),
				spot(0.25, 0.12),
				right,
				spot(0.36, 0.5),
				spot(0.17, 0.9),
				spot(-0.46, 0.54),
			]),
		],
		s.colors.tone(ground),
	);
	pen.pattern(
		layer,
		null,
		[pen.facet(star(spot(0.1, -0.6), w * 0.26)), pen.facet(star(spot(-0.35, -0.35), w * 0.15))],
		bright,
	);
}

/** A fissure and the hairlines that run out of it, on a grid of its own: y down, one unit long upwards and downwards. */
const fissure = points(
	'0.04 -1, 0.1 -0.55, 0.3 -0.4, 0.16 -0.12, 0.34 0.16, 0.1 0.36, 0.14 0.7, -0.06 1, -0.06 0.56, -0.24 0.3, -0.08 0.08, -0.26 -0.22, -0.06 -0.46',
);
const hairlines = [
	points('0.3 -0.4, 0.52 -0.52, 0.6 -0.8'),
	points('0.34 0.16, 0.56 0.18, 0.72 0.4'),
	points('-0.24 0.3, -0.5 0.36, -0.62 0.62'),
	points('-0.26 -0.22, -0.52 -0.3, -0.7 -0.2'),
] as const;

/** Skin that has cracked, with another world's sky in the gap. */
function drawCrack(
	s: Studio,
	crack: {
		readonly at: readonly [x: number, y: number];
		readonly scale: number;
		readonly clip: Shape;
	},
	[night, dawn]: (typeof worlds)[0],
): void {
	const { at, scale, clip } = crack;
	const pen = s.head;
	const layer = 'skinAffliction';
	const place = (line: readonly Point[]) => line.map(([u, v]): Point => [at[0] + u * scale, at[1] + v * scale]);
	const edge = s.colors.tone([0.95, dawn[1] * 0.5, dawn[2]]);
	const sky = s.colors.tone(night);
	const ramp = { ...s.colors.ramp('gem', night), ink: edge, deep: sky, shade: sky, base: sky };
	for (const line of hairlines) pen.line(layer, place(line), edge, 0.009, { taper: 0.9, clip });
	pen.form(layer, pen.facet(place(fissure)), ramp, {
		depth: 0.008,
		light: false,
		contour: false,
		width: 0.9,
		clip,
	});
	pen.pattern(
		layer,
		clip,
		[pen.facet(place(points('0.1 0.36, 0.14 0.7, -0.06 1, -0.06 0.56, -0.16 0.4')))],
		s.colors.tone(dawn),
	);
	pen.pattern(
		layer,
		clip,
		[pen.facet(star([at[0], at[1] - scale * 0.3], scale * 0.12))],
		s.colors.tone([0.98, 0.03, 200]),
	);
}

const star = ([x, y]: Point, reach: number): Point[] =>
	Array.from({ length: 8 }, (_, i): Point => {
		const r = i % 2 ? reach * 0.3 : reach;
		return [x + Math.cos((i * Math.PI) / 4) * r, y + Math.sin((i * Math.PI) / 4) * r];
	});

/** Where rifts open: first beside the figure, below the corners where the divinity's seal may lie, then above it. */
const places: readonly Rift[] = [
	{ at: [0.135, 0.4], half: [0.07, 0.112] },
	{ at: [0.875, 0.395], half: [0.066, 0.105] },
	{ at: [0.11, 0.61], half: [0.058, 0.1] },
	{ at: [0.895, 0.6], half: [0.062, 0.1] },
	{ at: [0.295, 0.16], half: [0.05, 0.08] },
	{ at: [0.705, 0.15], half: [0.05, 0.08] },
];
const mostRifts = 4;

/** The rift as it fits, at its full size or smaller, or null where something is held or carried. */
function fitRift({ at: [x, y], half }: Rift, room: ReturnType<typeof findRoom>): Rift | null {
	for (const scale of [1, 0.7]) {
		const [w, h] = [half[0] * scale, half[1] * scale];
		const across = findColumn(room, x, [y - h * 0.3, y + h * 0.3], w);
		const upper = across === null ? null : room([across, y - h * 0.3], w);
		// Moved down below the picture's edge, its lower half may come behind the head.
		if (upper && room([upper[0], upper[1] + h * 0.6], w)?.[0] === upper[0])
			return { at: [upper[0], upper[1] + h * 0.3], half: [w, h] };
	}
	return null;
}

function drawRifts(s: Studio, placement: Placement, shard: Stream, first: number): void {
	const room = findRoom(s, placement);
	const { marks } = s.recorder;
	const from = marks.length;
	const rifts = places.flatMap((place) => fitRift(place, room) ?? []).slice(0, mostRifts);
	rifts.forEach((rift, i) => {
		drawRift(s, rift, shard.range(-0.03, 0.03), worlds[(first + i) % worlds.length]!);
	});
	// Behind whatever else is at the back.
	for (let i = from; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.back - 0.5 };
}

export const planarInstability = definePart({
	slot: 'affliction',
	id: 'planar-instability',
	draw(s, rig, placement) {
		const shard = s.stream('shards');
		const first = shard.pick([0, 1, 2]);
		drawRifts(s, placement, shard, first);
		const [x, y] = rig.cheekNear;
		drawCrack(s, { at: [x + 0.015, y - 0.02], scale: 0.1, clip: rig.headShape }, worlds[first]!);
	},
});
