import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Studio } from '../engine/studio.ts';

/** Long rents in the cloth of the far shoulder, the skin in them. */
export function tearCloth(s: Studio, skin: Ramp): void {
	const inside: Ramp = { ...skin, base: skin.shade, light: skin.base };
	for (const rent of [
		points('0.17 0.825 0.05, 0.2 0.835, 0.235 0.875, 0.262 0.945 0.05, 0.232 0.905, 0.2 0.87'),
		points('0.225 0.8 0.05, 0.258 0.82, 0.295 0.865, 0.33 0.95 0.05, 0.286 0.9, 0.252 0.855'),
		points('0.29 0.79 0.05, 0.318 0.81, 0.352 0.85, 0.385 0.925 0.05, 0.344 0.885, 0.314 0.845'),
	] as const)
		s.body.form('collar', rent, inside, { depth: 0.008, width: 0.8, contour: false });
}
