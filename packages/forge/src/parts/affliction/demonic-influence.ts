import { drawRooted } from '../../anatomy/horn-root.ts';
import { outgrow } from '../../anatomy/outgrowth.ts';
import { containsPoint } from '../../engine/bounds.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Placement } from '../../engine/placement.ts';
import { points } from '../../engine/points.ts';
import type { Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findColumn, findRoom } from '../../wardrobe/floating.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';
import { isCover } from '../../wardrobe/openings.ts';

/** A horn right or left of the crown's middle: how far, where it leans and how large it is. */
interface Horn {
	readonly dx: number;
	readonly lean: number;
	readonly size: number;
}

const pair = (spread: number, size: number): readonly Horn[] => [
	{ dx: 0.1 * spread, lean: 0.02 * size, size },
	{ dx: -0.085 * spread, lean: -0.02 * size, size },
];

/** Where horns usually stand, and closer to the middle, where ears leave less skull. */
const pairs = [pair(1, 1), pair(0.5, 0.72)];

/** On a metal skull they stand on both sides of the rune, well inside its edge. */
const onMetal: readonly Horn[] = [
	{ dx: 0.094, lean: 0.018, size: 0.8 },
	{ dx: -0.094, lean: -0.014, size: 0.72 },
];

function outlineHorn([cx, cy]: Spot, { dx, lean, size }: Horn): Point[] {
	const x = cx + dx;
	const root = cy + 0.078 * size;
	const side = Math.sign(lean);
	const out = Math.abs(lean);
	const outline: Point[] = [
		[x - side * 0.036 * size, root - 0.008 * size, 0.4],
		[x - side * 0.024 * size, root - 0.083 * size],
		[x + side * out * 3, root - 0.173 * size, 0.1],
		[x + side * (out * 1.2 + 0.026 * size), root - 0.073 * size],
		[x + side * 0.038 * size, root + 0.007 * size, 0.4],
	];
	return side < 0 ? outline.reverse() : outline;
}

/** Whether eyes fill the sides of the head up to where antennae are rooted. */
const hasSideEyes = (rig: Rig) => rig.eyeHalf > 0.07;

/** A beast's skull over the crown has horns of its own. */
const isClosed = (mark: Mark) => mark.kind === 'form' && mark.options.closed === true;

/** How far horns keep away from ears and other horns. */
const gap = 0.012;

/** The pair of horns that stands on nothing but skull, or null: ears, other horns, antlers, frogs' eyes and antennae may leave no room. */
function findHorns(s: Studio, rig: Rig): readonly Horn[] | null {
	if (isBulgeEyed(rig) || hasSideEyes(rig) || s.recorder.marks.some(isClosed)) return null;
	if (s.recorder.outgrowths.some(({ isWorn }) => isWorn)) return null;
	const taken = s.recorder.outgrowths.flatMap(({ marks }) =>
		marks.flatMap((mark) => (mark.kind === 'form' ? [refineOutline(mark.shape.outline, 4)] : [])),
	);
	const isFree = (horn: Horn) => {
		const outline = outlineHorn(rig.crown, horn);
		const sides = [-gap, 0, gap].flatMap((far) => outline.map(([x, y]) => [x + far, y] as const));
		return taken.every(
			(edge) =>
				!sides.some(([x, y]) => containsPoint(edge, x, y)) && !edge.some(([x, y]) => containsPoint(outline, x, y)),
		);
	};
	// Tufts of feathers that rise beside the crown leave its middle.
	const hasTufts = rig.headShape.bounds.top < rig.crown[1] - 0.02;
	if (rig.neck === 'bellows') return onMetal.every(isFree) ? onMetal : null;
	const free = (hasTufts ? pairs.slice(1) : pairs).find((horns) => horns.every(isFree)) ?? null;
	// Two pairs close together do not both find a way through a hat or hood.
	return free === pairs[0] || !s.recorder.marks.some(isCover) ? free : null;
}

function drawHorn(s: Studio, { crown, skin }: Rig, horn: Horn, ember: Ramp): void {
	const { lean, size } = horn;
	const x = crown[0] + horn.dx;
	const root = crown[1] + 0.078 * size;
	outgrow(s, { base: [x, root], tip: [x + lean * 3, root - 0.173 * size], half: 0.04 * size }, () => {
		drawRooted(s, 'ears', outlineHorn(crown, horn), ember, skin, { depth: 0.01, rim: true });
	});
	s.head.glow('ears', [x + lean * 2, root - 0.138 * size, 0.1 * size], ember.light, { alpha: 0.6 });
}

/** A tail with a point like a spade's that rises behind the right shoulder. */
const tail = points(
	'0.78 0.92, 0.89 0.77, 0.918 0.66, 0.888 0.56, 0.876 0.485, 0.838 0.49 0.1, 0.862 0.43, 0.886 0.35 0.05, 0.916 0.425, 0.94 0.484 0.1, 0.904 0.482, 0.914 0.54, 0.952 0.65, 0.93 0.79, 0.84 0.94',
);

/** Antlers that are worn take the place of horns: they glow like embers, up to their tips. */
function kindleAntlers(s: Studio, ember: Ramp): void {
	const { marks, outgrowths } = s.recorder;
	for (const { isWorn, tip, marks: antler } of outgrowths) {
		if (!isWorn) continue;
		for (const mark of antler) {
			const i = marks.indexOf(mark);
			if (i >= 0 && mark.kind === 'form') marks[i] = { ...mark, ramp: ember };
		}
		s.head.glow('headgear', [tip[0], tip[1] + 0.03, 0.1], ember.light, { alpha: 0.5 });
	}
}

/** Tells of the demon where no horns stand, behind the shoulder that has nothing beside it. */
function drawTail(s: Studio, placement: Placement, ember: Ramp): void {
	const room = findRoom(s, placement);
	for (const side of [1, -1]) {
		const across = findColumn(room, 0.5 + side * 0.4, [0.42, 0.56, 0.7], 0.05);
		if (across === null) continue;
		// As far in as the picture's edge has moved the room for it.
		const outline = tail.map(([x, y, smooth]): Point => [across + side * (x - 0.9), y, smooth ?? 1]);
		s.body.form('back', side < 0 ? outline.reverse() : outline, ember, { depth: 0.012, rim: true });
		return;
	}
}

export const demonicInfluence = definePart({
	slot: 'affliction',
	id: 'demonic-influence',
	draw(s, rig, placement) {
		const ember = s.colors.ramp('gem', [0.5, 0.18, 28]);
		const horns = findHorns(s, rig);
		if (horns) for (const side of horns) drawHorn(s, rig, side, ember);
		else {
			kindleAntlers(s, ember);
			drawTail(s, placement, ember);
		}
		for (const [ex, ey] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [ex, ey, rig.eyeHalf * 0.8], s.colors.tone([0.72, 0.2, 45]), {
				alpha: 0.85,
				blend: 'cover',
				clip: rig.headShape,
			});
		const glow = s.colors.tone([0.72, 0.19, 45]);
		const [x, y] = rig.cheekNear;
		for (const line of [
			[
				[x - 0.02, y + 0.07],
				[x, y + 0.03],
				[x - 0.015, y],
				[x + 0.02, y - 0.04],
			],
			[
				[x, y + 0.03],
				[x + 0.035, y + 0.02],
			],
		] as const)
			s.head.line('skinAffliction', line, glow, 0.026, { clip: rig.headShape });
		s.head.glow('skinAffliction', [x, y + 0.02, 0.1], glow, { alpha: 0.6 });
	},
});
