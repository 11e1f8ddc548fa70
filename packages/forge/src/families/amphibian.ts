import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes } from './beast.ts';

function drawWideMouth(s: Studio, skin: Ramp, head: Shape): void {
	const pen = s.head;
	const smile = 0.02 + 0.016 * s.look.expression.mouth;
	pen.line(
		'mouth',
		[
			[0.26, 0.545 - smile],
			[0.36, 0.585],
			[0.48, 0.6],
			[0.61, 0.58],
			[0.73, 0.525 - smile],
		],
		skin.ink,
		0.015,
		{ taper: 0.4 },
	);
	pen.pattern('muzzle', head, [pen.disc(0.415, 0.47, 0.011, 0.007), pen.disc(0.475, 0.468, 0.011, 0.007)], skin.ink);
	pen.line('markings', points('0.29 0.38, 0.33 0.34, 0.38 0.325'), skin.spec, 0.018, { clip: head });
}

/** Frogs: eyes as bumps on top, a very wide mouth, a throat pouch, bright spots. */
export function drawFrog(s: Studio, skins: readonly Lch[]): Rig {
	const pen = s.head;
	const skin = s.colors.ramp('skin', s.choose('skin', skins));
	const belly = s.colors.ramp('skin', [0.92, 0.06, 100]);
	for (const [x, y, r] of [
		[0.63, 0.275, 0.088],
		[0.36, 0.275, 0.078],
	] as const)
		pen.form('earFar', ellipseOutline(x, y, r, r), skin, { depth: 0.014, rim: x > 0.5 });
	const head = pen.form(
		'head',
		points(
			'0.5 0.27, 0.6 0.25, 0.69 0.31, 0.75 0.42, 0.76 0.53, 0.7 0.62, 0.58 0.68, 0.47 0.69, 0.35 0.66, 0.265 0.6, 0.235 0.5, 0.25 0.4, 0.31 0.3, 0.4 0.26',
		),
		skin,
		{ depth: 0.03, width: 1.1, rim: true },
	);
	pen.pattern(
		'markings',
		head,
		[pen.shape(points('0.24 0.56, 0.4 0.6, 0.56 0.59, 0.76 0.52, 0.8 0.75, 0.2 0.75'))],
		belly.base,
	);
	const spots = s.stream('spots');
	pen.pattern(
		'markings',
		head,
		Array.from({ length: 9 }, () =>
			pen.disc(spots.range(0.28, 0.74), spots.range(0.36, 0.5), spots.range(0.012, 0.026), spots.range(0.01, 0.02)),
		),
		skin.deep,
		0.85,
	);
	drawBeastEyes(
		s,
		{
			near: [0.628, 0.275],
			far: [0.36, 0.275],
			width: 0.116,
			height: 0.104,
			shape: 'round',
			pupil: 'bar',
			irises: [
				[0.8, 0.16, 85],
				[0.72, 0.19, 40],
				[0.84, 0.12, 110],
			],
			sclera: [0.88, 0.1, 95],
		},
		skin,
	);
	drawWideMouth(s, skin, head);
	return beastRig(head, skin, {
		neck: 'thick',
		shoulders: 0.84,
		headScale: 0.96,
		eyeNear: [0.628, 0.275],
		eyeFar: [0.36, 0.275],
		eyeHalf: 0.058,
		brow: [0.49, 0.345],
		crown: [0.498, 0.125],
		cheekNear: [0.67, 0.47],
		mouth: [0.48, 0.6],
		hat: { x: 0.498, y: 0.212, half: 0.175 },
	});
}
