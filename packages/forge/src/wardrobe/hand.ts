import type { Ramp } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Draws on the palm's own grid: (0, 0) is the fist, one unit is a tenth of the square, y up is negative. */
export interface Grip {
	readonly put: (points: readonly Point[], ramp: Ramp, width?: number) => void;
	readonly disc: (x: number, y: number, rx: number, ry: number, ramp: Ramp, width?: number) => void;
	readonly line: (points: readonly Point[], color: string, width: number, taper?: number) => void;
	readonly glow: (x: number, y: number, radius: number, color: string, alpha?: number) => void;
}

const origin = { x: 0.815, y: 0.83, step: 0.1 };

/** The grip at the lower near corner. */
export function gripOf(s: Studio): Grip {
	const at = (points: readonly Point[]): Point[] =>
		points.map(
			([x, y, k]): Point =>
				k === undefined
					? [origin.x + x * origin.step, origin.y + y * origin.step]
					: [origin.x + x * origin.step, origin.y + y * origin.step, k],
		);
	return {
		put: (points, ramp, width = 1) => void s.body.form('hand', at(points), ramp, { depth: 0.01, width, fit: false }),
		disc: (x, y, rx, ry, ramp, width = 1) =>
			void s.body.form('hand', at(ellipseOutline(x, y, rx, ry)), ramp, { depth: 0.008, width, fit: false }),
		line: (points, color, width, taper = 0.5) => s.body.line('hand', at(points), color, width * origin.step, { taper }),
		glow: (x, y, radius, color, alpha = 0.7) =>
			s.body.glow('hand', [origin.x + x * origin.step, origin.y + y * origin.step, radius * origin.step], color, {
				alpha,
			}),
	};
}

/** A closed fist over whatever is held. */
export function drawFist(s: Studio, rig: Rig, kit: Kit): void {
	const grip = gripOf(s);
	const skin = rig.skin;
	grip.put(points('-0.45 0.75 0.4, -0.95 4.6 0.2, 1.0 4.6 0.2, 0.52 0.7 0.4'), kit.cloth);
	grip.put(points('-0.56 0.6 0.4, -0.6 0.98 0.4, 0.62 0.96 0.4, 0.58 0.56 0.4, 0 0.7'), kit.trim);
	grip.put(points('-0.5 -0.2, -0.3 -0.44, 0.25 -0.44, 0.5 -0.18, 0.54 0.36, 0.34 0.68, -0.34 0.68, -0.54 0.3'), skin);
	for (const [y, w] of [
		[-0.2, 0.33],
		[0.06, 0.36],
		[0.31, 0.34],
		[0.53, 0.28],
	] as const) {
		grip.put(
			[
				[-0.62, y - 0.12],
				[-0.62 + w * 2, y - 0.13],
				[-0.56 + w * 2, y + 0.1],
				[-0.56, y + 0.12],
			],
			skin,
			0.8,
		);
	}
	grip.put(points('0.46 -0.16, 0.2 -0.36, -0.16 -0.4, -0.28 -0.24, -0.06 -0.14, 0.3 0.06'), skin, 0.8);
}

/** An open palm on which something rests or floats. */
export function drawPalm(s: Studio, rig: Rig, kit: Kit): void {
	const grip = gripOf(s);
	grip.put(points('-0.3 0.9 0.4, -0.85 4.6 0.2, 1.05 4.6 0.2, 0.5 0.85 0.4'), kit.cloth);
	grip.put(points('-0.4 0.8 0.4, -0.46 1.06 0.4, 0.62 1.02 0.4, 0.58 0.74 0.4'), kit.trim);
	for (const [x0, x1, tip] of [
		[-0.78, -0.52, -0.12],
		[-0.52, -0.28, -0.02],
	] as const)
		grip.put(
			[
				[x0, tip],
				[x0 + 0.12, tip - 0.12],
				[x1, tip + 0.06],
				[-0.2, 0.56],
				[-0.42, 0.62],
			],
			rig.skin,
			0.8,
		);
	grip.put(
		points('-0.62 0.36, -0.2 0.26, 0.4 0.28, 0.8 0.02, 0.94 0.1, 0.74 0.5, 0.5 0.82, -0.24 0.88, -0.54 0.62'),
		rig.skin,
	);
	grip.line(points('-0.4 0.5, 0.05 0.46, 0.4 0.54'), rig.skin.shade, 0.09);
}
