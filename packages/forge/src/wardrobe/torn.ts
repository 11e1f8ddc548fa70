import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Studio } from '../engine/studio.ts';

/** Rents in the cloth of the far shoulder with the skin in them and threads across. */
export function tearCloth(s: Studio, skin: Ramp): void {
	for (const [rent, threads] of [
		[
			points(
				'0.2 0.82 0.1, 0.25 0.8 0.3, 0.31 0.83 0.1, 0.28 0.85 0.2, 0.3 0.89 0.1, 0.25 0.87 0.2, 0.22 0.9 0.1, 0.215 0.86 0.2',
			),
			[points('0.225 0.815, 0.24 0.87'), points('0.26 0.81, 0.275 0.86')],
		],
		[
			points('0.33 0.9 0.1, 0.37 0.88 0.3, 0.4 0.92 0.1, 0.38 0.93 0.2, 0.385 0.97 0.1, 0.35 0.94 0.2'),
			[points('0.355 0.89, 0.37 0.94')],
		],
	] as const) {
		s.body.form(
			'collar',
			rent,
			{ ...skin, base: skin.shade, light: skin.base },
			{ depth: 0.012, width: 0.9, contour: false },
		);
		for (const thread of threads) s.body.line('collar', thread, skin.ink, 0.006, { taper: 0.4 });
	}
}
