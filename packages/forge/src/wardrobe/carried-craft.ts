import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import type { Studio } from '../engine/studio.ts';
import { getCarryLayer } from './stance/stance.ts';

/** Tools and signs of rank that stand up behind the far shoulder; all in the body space. */

/** A wrench as long as an arm, a bolt in its jaws; they stand beside the cheek, below the bend of horns. */
export function greatWrench(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	const brass = s.colors.ramp('metal', [0.74, 0.11, 80]);
	s.body.form(
		layer,
		points(
			'0.328 1.34 0, 0.168 0.57 0.3, 0.125 0.555, 0.08 0.51, 0.065 0.44, 0.08 0.375 0.2, 0.122 0.41 0.2, 0.12 0.46 0.2, 0.155 0.482 0.2, 0.192 0.455 0.2, 0.188 0.4 0.2, 0.21 0.355 0.2, 0.242 0.41, 0.245 0.475, 0.22 0.54 0.3, 0.38 1.34 0',
		),
		kit.metal,
		{ depth: 0.012 },
	);
	s.body.form(layer, points('0.122 0.39 0, 0.188 0.382 0, 0.192 0.455 0, 0.156 0.484 0, 0.119 0.462 0'), brass, {
		depth: 0.008,
		width: 0.8,
	});
	s.body.form(layer, points('0.172 0.61 0, 0.234 0.598 0, 0.24 0.638 0, 0.178 0.65 0'), brass, {
		depth: 0.006,
		width: 0.8,
	});
	s.body.line(layer, points('0.22 0.68, 0.242 0.79, 0.262 0.89'), kit.metal.deep, 0.014, { taper: 0.3 });
}

/** A company's banner: a swallow-tailed cloth with a star, hung from the crossbar of a lance. */
export function banner(s: Studio, kit: Kit): void {
	const layer = getCarryLayer(s);
	const wood = s.colors.ramp('leather', [0.45, 0.06, 60]);
	s.body.form(layer, points('0.214 1.34 0, 0.14 0.2 0.2, 0.16 0.198 0.2, 0.244 1.34 0'), wood, { depth: 0.006 });
	s.body.form(
		layer,
		points(
			'0.07 0.235 0.1, 0.15 0.225, 0.24 0.218 0.1, 0.25 0.36, 0.255 0.53 0.1, 0.172 0.46 0.1, 0.088 0.545 0.1, 0.082 0.38',
		),
		kit.cloth,
		{ depth: 0.014 },
	);
	for (const hem of [
		points('0.078 0.27, 0.15 0.262, 0.243 0.253'),
		points('0.098 0.5, 0.172 0.428, 0.248 0.488'),
	] as const)
		s.body.line(layer, hem, kit.trim.base, 0.018, { taper: 0 });
	s.body.form(layer, points('0.055 0.222 0, 0.252 0.2 0, 0.254 0.222 0, 0.057 0.244 0'), wood, {
		depth: 0.005,
		width: 0.9,
	});
	const star = points(
		'0.162 0.285 0, 0.176 0.325 0, 0.218 0.327 0, 0.186 0.353 0, 0.198 0.395 0, 0.164 0.372 0, 0.13 0.398 0, 0.14 0.356 0, 0.107 0.332 0, 0.149 0.327 0',
	);
	s.body.pattern(layer, null, [s.body.facet(star)], kit.trim.light);
	s.body.form(layer, points('0.146 0.11 0.1, 0.17 0.175, 0.15 0.208 0.2, 0.125 0.178'), kit.trim, { depth: 0.006 });
}
