import { findNearEdge } from '../../anatomy/edge.ts';
import { containsPoint } from '../../engine/bounds.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { FormMark, Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

type Edges = readonly (readonly Point[])[];
type Run = readonly [top: number, bottom: number];

/** Which heights outlines cover at `x`, from the top down. */
function findRuns(edges: Edges, x: number): readonly Run[] {
	const runs: Run[] = [];
	for (const edge of edges) {
		const crossings: number[] = [];
		for (let i = 0, k = edge.length - 1; i < edge.length; k = i++) {
			const a = edge[k]!;
			const b = edge[i]!;
			if (a[0] > x !== b[0] > x) crossings.push(a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]));
		}
		crossings.sort((one, other) => one - other);
		for (let i = 0; i + 1 < crossings.length; i += 2) runs.push([crossings[i]!, crossings[i + 1]!]);
	}
	return runs.sort((one, other) => one[0] - other[0]);
}

/** Where what covers the head at `x` from the top on ends. */
function findBrim(covers: Edges, x: number): number | null {
	let brim: number | null = null;
	for (const [top, bottom] of findRuns(covers, x)) {
		if (brim !== null && top > brim + 0.01) break;
		brim = Math.max(brim ?? bottom, bottom);
	}
	return brim;
}

const isHeadForm = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' && mark.shape.space === 'head' && !mark.options.clip;

const toEdge = ({ shape }: FormMark): readonly Point[] => refineOutline(shape.outline, 3);

/** A place that burns; `lean` runs from about -1 at the far side of the head to 1 at the near one. */
interface Root {
	readonly at: Spot;
	readonly lean: number;
}

/** Where along the head fire may stand, in half skull widths from its middle. */
const places = [-1.06, -0.66, -0.22, 0.24, 0.68, 1.08];
/** Where it comes out from under the cheeks of closed helms, in the same units. */
const cheeks = [-0.94, 0.94];
/** Narrower headgear is a plume or a horn. */
const leastWidth = 0.2;
const rootDepth = 0.034;

/** Neighbours that lie further apart in height do not share a fire. */
const steepest = 0.12;

/** Rows of neighbouring roots where `findHeight` finds room for a fire. */
function gatherRows({ hat }: Rig, findHeight: (x: number) => number | null): readonly Root[][] {
	const rows: Root[][] = [];
	let row: Root[] = [];
	for (const u of places) {
		const x = hat.x + u * hat.half;
		const y = findHeight(x);
		const before = row.at(-1)?.at[1] ?? y;
		if (y === null || before === null || Math.abs(y - before) > steepest) row = [];
		if (y === null) continue;
		if (row.length === 0) rows.push(row);
		row.push({ at: [x, y], lean: u });
	}
	return rows.filter(({ length }) => length > 1);
}

/** Out from under the cheeks of a helm whose lower edge `findEdge` finds. */
function findCheeks({ hat }: Rig, findEdge: (x: number) => number | null): readonly Root[][] {
	return cheeks.flatMap((u) => {
		const x = hat.x + u * hat.half;
		const y = findEdge(x);
		return y === null ? [] : [[-0.045, 0, 0.045].map((dx): Root => ({ at: [x + dx, y], lean: u * 0.4 + dx * 4 }))];
	});
}

/** At both temples, beside feathers and masks and beneath closed helms. */
function findTemples({ headShape, eyeNear: [, y] }: Rig): readonly Root[][] {
	const depth = 0.03;
	const levels = [y + 0.04, y - 0.03, y - 0.1];
	const near = findNearEdge(headShape, levels).map(
		(x, i): Root => ({ at: [x - depth, levels[i]!], lean: 1.5 - i * 0.2 }),
	);
	const far = levels.map((level, i): Root => ({ at: [headShape.bounds.left + depth, level], lean: i * 0.2 - 1.5 }));
	return [far, near.reverse()];
}

/** What one fire looks like: how high it stands, how deep its streaks run down, and how broad it is, 1 or less for its heart. */
interface Fire {
	readonly reach: number;
	readonly streak: number;
	readonly k: number;
}

interface Burning {
	readonly rows: readonly Root[][];
	readonly layer: number;
	readonly fire: Fire;
}

const onHair: Fire = { reach: 1, streak: 0.085, k: 1 };
const atBrim: Fire = { reach: 0.72, streak: 0.022, k: 1 };

/** What burns: the hair or the bare skull where nothing is worn over it, else what comes out from under what is worn. */
function findBurning(s: Studio, rig: Rig): Burning {
	const { hat, eyeNear } = rig;
	const forms = s.recorder.marks.filter(isHeadForm);
	const worn = forms.filter(({ layer }) => layer === layers.headgear);
	const covers = worn
		.filter(({ shape: { bounds } }) => bounds.right - bounds.left > leastWidth && bounds.top < eyeNear[1])
		.map(toEdge);
	if (covers.some((edge) => containsPoint(edge, hat.x, hat.y - hat.half * 0.5))) {
		const findEdge = (x: number): number | null => {
			const brim = findBrim(covers, x);
			return brim === null ? null : brim + 0.012;
		};
		const open = gatherRows(rig, (x) => {
			const edge = findEdge(x);
			return edge === null || edge > eyeNear[1] ? null : edge;
		});
		// Where the face is closed off too, out from under the cheeks.
		const rows = open.length > 0 ? open : findCheeks(rig, findEdge);
		if (rows.length > 0) return { rows, layer: layers.headgear + 0.4, fire: atBrim };
	} else {
		const above = worn.map(toEdge);
		const skull = forms.filter(({ layer }) => layer === layers.head || layer === layers.hairFront).map(toEdge);
		const rows = gatherRows(rig, (x) => {
			const top = findRuns(skull, x)[0]?.[0];
			if (top === undefined || top > eyeNear[1]) return null;
			const isBare = [-0.045, 0, 0.045].every((dx) => (findRuns(above, x + dx)[0]?.[0] ?? 1) > top + 0.02);
			return isBare ? top + rootDepth : null;
		});
		const highest = Math.min(1, ...rows.flat().map(({ at }) => at[1]));
		// Little of it fits above hair that stands high.
		const reach = Math.max(0.5, Math.min(1, (highest + 0.1) / 0.26));
		if (rows.length > 0) return { rows, layer: layers.hairFront, fire: { ...onHair, reach } };
	}
	return { rows: findTemples(rig), layer: layers.hairFront, fire: { ...onHair, streak: 0.03 } };
}

const heights = [0.15, 0.24, 0.18, 0.26, 0.16];

/** Outwards from the head. */
function findWay(lean: number): Spot {
	const length = Math.hypot(lean * 0.7, 1);
	return [(lean * 0.7) / length, -1 / length];
}

function moveOut({ at, lean }: Root, by: number, smooth: number): Point {
	const [dx, dy] = findWay(lean);
	return [at[0] + dx * by, at[1] + dy * by, smooth];
}

const findMiddle = (a: Root, b: Root): Root => ({
	at: [(a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2],
	lean: (a.lean + b.lean) / 2,
});

/** The outline of a fire along a row of roots, with a tongue between each two of them. */
function traceFire(row: readonly Root[], { reach, streak, k }: Fire): Point[] {
	const upper = row.slice(1).flatMap((b, i): Point[] => {
		const a = row[i]!;
		const height = heights[i % heights.length]! * reach * (k + 1) * 0.5;
		const [dx, dy] = findWay((a.lean + b.lean) / 2);
		const sway = (i % 2 ? -0.022 : 0.026) * reach;
		const place = (t: number, up: number, aside = 0, smooth = 1): Point => [
			a.at[0] + (b.at[0] - a.at[0]) * (0.5 + t * k) + dx * height * up - dy * aside,
			a.at[1] + (b.at[1] - a.at[1]) * (0.5 + t * k) + dy * height * up + dx * aside,
			smooth,
		];
		return [
			place(-0.56, 0.28, -sway * 0.3),
			place(-0.27, 0.58, -sway * 0.7),
			place(0, 1, sway * 1.3, 0.05),
			place(0.24, 0.5, -sway * 0.4),
			place(0.56, 0.22, sway * 0.2),
			...(i < row.length - 2 ? [moveOut(b, 0.012 * k, 0.3)] : []),
		];
	});
	const lower = row.flatMap((root, i): Point[] => {
		const before = row[i - 1];
		const deep = moveOut(root, -streak * k * (i % 2 ? 1 : 0.6), 0.15);
		return before ? [moveOut(findMiddle(before, root), -0.012 * k, 1), deep] : [deep];
	});
	return [...upper, ...lower.reverse()];
}

/** Blue fire that the hair has become: it stands on the head, or licks out from under what is worn on it. */
function drawFlameHair(s: Studio, rig: Rig, blue: string): void {
	const flame = s.colors.ramp('gem', [0.7, 0.15, 240]);
	const heart = s.colors.tone([0.93, 0.06, 210], 0.9);
	const { rows, layer, fire } = findBurning(s, rig);
	const { marks } = s.recorder;
	const [cx, cy] = rig.crown;
	s.head.glow('earFar', [cx, cy + 0.05, 0.3], blue, { alpha: 0.5 });
	const from = marks.length;
	for (const row of rows) {
		const drawn = s.head.form('hairFront', traceFire(row, fire), flame, { depth: 0.01, width: 0.6 });
		s.head.pattern('hairFront', drawn, [s.head.shape(traceFire(row, { ...fire, k: 0.5 }))], heart);
	}
	for (let i = from; i < marks.length; i++) marks[i] = { ...marks[i]!, layer };
}

export const spellplague = definePart({
	slot: 'affliction',
	id: 'spellplague',
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		const blue = s.colors.tone([0.75, 0.14, 235]);
		const pale = s.colors.tone([0.93, 0.06, 215]);
		for (const line of [
			[
				[x - 0.06, y + 0.05],
				[x - 0.02, y + 0.01],
				[x - 0.03, y - 0.02],
				[x + 0.03, y - 0.07],
			],
			[
				[x - 0.02, y + 0.01],
				[x + 0.03, y + 0.02],
				[x + 0.04, y - 0.01],
			],
			[
				[x - 0.05, y + 0.045],
				[x - 0.06, y + 0.09],
			],
		] as const) {
			s.head.line('skinAffliction', line, blue, 0.02, { clip: rig.headShape });
			s.head.line('skinAffliction', line, pale, 0.008, { clip: rig.headShape });
		}
		s.head.glow('skinAffliction', [x, y, 0.1], blue, { alpha: 0.6 });
		drawFlameHair(s, rig, blue);
	},
});
