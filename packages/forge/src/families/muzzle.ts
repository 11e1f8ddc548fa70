import { Pen } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** How one muzzle departs from its family's: its reach and depth from the root, and how far its end hangs, as fractions. */
interface Cut {
	readonly reach: number;
	readonly depth: number;
	readonly hang: number;
	/** Above 1 its end is broader than its root. */
	readonly flare: number;
}

const cuts: readonly Cut[] = [
	{ reach: 1, depth: 1, hang: 0, flare: 1 },
	{ reach: 0.84, depth: 0.98, hang: -0.04, flare: 1.06 },
	{ reach: 1.12, depth: 0.92, hang: 0.05, flare: 0.92 },
	{ reach: 0.95, depth: 1.13, hang: 0.02, flare: 1.1 },
	{ reach: 1.06, depth: 0.86, hang: -0.07, flare: 0.98 },
	{ reach: 0.92, depth: 1.05, hang: 0.12, flare: 0.88 },
];

/** Draws on the head as its own pen does, but every outline is bent to the cut first. */
class MuzzlePen extends Pen {
	readonly #bend: (point: Point) => Point;

	constructor(s: Studio, bend: (point: Point) => Point) {
		super(s.recorder, 'head');
		this.#bend = bend;
	}

	override shape(...loops: readonly (readonly Point[])[]): Shape {
		return super.shape(...loops.map((loop) => loop.map(this.#bend)));
	}

	override facet(...loops: readonly (readonly Point[])[]): Shape {
		return super.facet(...loops.map((loop) => loop.map(this.#bend)));
	}
}

/**
 * Cuts a beast's muzzle or beak one of six ways, by the seed: what is drawn with `muzzle` is bent about the root, and
 * `at` tells where a spot of it comes to lie.
 * @param root where it leaves the face, in the head space
 */
export function cutMuzzle(s: Studio, root: Spot): { readonly muzzle: Studio; readonly at: (spot: Spot) => Spot } {
	const { reach, depth, hang, flare } = s.stream('muzzle-cut').pick(cuts);
	const at = ([x, y]: Spot): Spot => {
		const out = root[0] - x;
		// A tenth of the square away from the root the flare is whole; the far cheek and the chin stay where they are.
		const end = Math.max(0, Math.min(1, out / 0.1));
		const broad = depth * (1 + (flare - 1) * end);
		return [root[0] - out * (out > 0 ? reach : 1), root[1] + (y - root[1]) * broad + Math.max(0, out) * hang];
	};
	const bend = ([x, y, smooth]: Point): Point => (smooth === undefined ? at([x, y]) : [...at([x, y]), smooth]);
	return { muzzle: { ...s, head: new MuzzlePen(s, bend) }, at };
}
