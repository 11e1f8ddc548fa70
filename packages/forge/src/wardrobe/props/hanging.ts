import type { Ramp } from '../../engine/color.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Grip } from '../stance/hand.ts';

/** What things hang from in a fist. */

const outlined = (g: Grip, ramp: Ramp, loop: readonly Point[], width: number) => {
	g.line(loop, ramp.ink, width + 0.13, 0);
	g.line(loop, ramp.base, width, 0);
};

/** Units from the origin of a thing on a bail down to the fist around it. */
export const bailDrop = 4;

/** A bow wider than the fist around its bar; its ends are at `foot` and opposite to it. */
export function bail(g: Grip, ramp: Ramp, [x, y]: Spot): void {
	const bar = 0.1 - bailDrop;
	outlined(
		g,
		ramp,
		[
			[-x, y],
			[-0.78, bar + 0.62],
			[-0.8, bar + 0.1, 0.4],
			[-0.66, bar, 0.4],
			[0.66, bar, 0.4],
			[0.8, bar + 0.1, 0.4],
			[0.78, bar + 0.62],
			[x, y],
		],
		0.13,
	);
}

/** A strap that runs up from `foot` and opposite to it into the fist at `top`, whose end stands out above the fist. */
export function cord(g: Grip, ramp: Ramp, [x, y]: Spot, top: number): void {
	const lean = Math.min(0.3, x);
	outlined(
		g,
		ramp,
		[
			[-x, y],
			[-lean - (x - lean) * 0.6, (y + top) / 2 + 0.2],
			[-lean, top],
			[-0.2, top - 0.75],
			[0.05, top - 0.98],
			[0.28, top - 0.72],
			[lean, top],
			[lean + (x - lean) * 0.6, (y + top) / 2 + 0.2],
			[x, y],
		],
		0.15,
	);
}
