import { drawAsSnout, outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes } from './beast.ts';

function drawNearFan(s: Studio, skin: Ramp, inner: Ramp): void {
	const pen = s.head;
	const near = pen.form(
		'earFar',
		points('0.63 0.26, 0.71 0.18, 0.83 0.19, 0.905 0.28, 0.9 0.4, 0.86 0.52 0.6, 0.8 0.61, 0.7 0.58, 0.64 0.48'),
		skin,
		{ depth: 0.025, rim: true },
	);
	pen.pattern(
		'earFar',
		near,
		[pen.shape(points('0.67 0.31, 0.74 0.25, 0.82 0.27, 0.855 0.36, 0.82 0.49, 0.76 0.55, 0.69 0.48'))],
		inner.base,
	);
	pen.pattern(
		'earFar',
		near,
		[pen.shape(points('0.7 0.4, 0.8 0.42, 0.84 0.46, 0.76 0.56, 0.69 0.49'))],
		inner.shade,
		0.6,
	);
}

/** Ears wider than the head, behind it. */
function drawEarFans(s: Studio, skin: Ramp, inner: Ramp): void {
	outgrow(s, { base: [0.645, 0.38], tip: [0.905, 0.36], half: 0.15 }, () => drawNearFan(s, skin, inner));
	const far = points('0.365 0.27, 0.31 0.22, 0.245 0.255, 0.212 0.36, 0.23 0.48, 0.285 0.55, 0.335 0.5');
	outgrow(s, { base: [0.35, 0.39], tip: [0.212, 0.375], half: 0.13 }, () =>
		s.head.form('earFar', far, skin, { depth: 0.02 }),
	);
}

function drawTusks(s: Studio): void {
	const pen = s.head;
	const ivory = s.colors.ramp('bone', [0.93, 0.03, 90]);
	const gold = s.colors.ramp('metal', [0.8, 0.12, 88]);
	// Their roots lie behind the trunk, which is drawn over them; a ring goes all the way round.
	for (const [loop, ring] of [
		[
			points('0.43 0.545 0.4, 0.375 0.575, 0.335 0.615, 0.275 0.66 0.15, 0.36 0.665, 0.43 0.62 0.4'),
			points('0.325 0.6, 0.352 0.635, 0.362 0.68'),
		],
		[
			points('0.49 0.61 0.4, 0.56 0.652, 0.655 0.68 0.15, 0.61 0.615, 0.565 0.572, 0.49 0.55 0.4'),
			points('0.606 0.585, 0.588 0.62, 0.584 0.68'),
		],
	] as const) {
		const tusk = pen.form('mouth', loop, ivory, { depth: 0.01 });
		if (s.stream('tusk-rings').chance(0.6))
			pen.form('mouth', pen.ribbon(ring, 0.022, 0), gold, { depth: 0.004, width: 0.7, contour: false, clip: tusk });
	}
}

function drawTrunk(s: Studio, skin: Ramp): void {
	const pen = s.head;
	const trunk = pen.form(
		'mouth',
		points(
			'0.395 0.43, 0.45 0.405, 0.51 0.425, 0.538 0.52, 0.525 0.63, 0.506 0.73, 0.492 0.805, 0.44 0.85, 0.382 0.832, 0.368 0.79 0.5, 0.42 0.793, 0.437 0.72, 0.412 0.6, 0.385 0.5',
		),
		skin,
		{ depth: 0.02, rim: true },
	);
	for (let i = 0; i < 7; i++)
		pen.line(
			'mouth',
			[
				[0.398 + i * 0.003, 0.5 + i * 0.043],
				[0.448, 0.515 + i * 0.043],
				[0.5 - i * 0.004, 0.5 + i * 0.043],
			],
			skin.deep,
			0.009,
			{ clip: trunk },
		);
}

/** Loxodons: ear fans wider than the head, a trunk over the collar, two tusks, small kind eyes. */
export function drawElephant(s: Studio, skins: readonly Lch[]): Rig {
	const pen = s.head;
	const skin = s.colors.ramp('skin', s.choose('skin', skins));
	const inner = s.colors.ramp('skin', [0.7, 0.06, 10]);
	drawEarFans(s, skin, inner);
	const head = pen.form(
		'head',
		points(
			'0.5 0.165, 0.6 0.18, 0.67 0.27, 0.672 0.4, 0.65 0.52, 0.58 0.605, 0.49 0.63, 0.4 0.605, 0.345 0.525, 0.325 0.4, 0.34 0.26, 0.4 0.18',
		),
		skin,
		{ depth: 0.028, width: 1.1, rim: true },
	);
	drawAsSnout(s, 'trunk', () => drawTusks(s));
	drawBeastEyes(
		s,
		{
			near: [0.568, 0.405],
			far: [0.395, 0.403],
			width: 0.084,
			height: 0.058,
			shape: 'droopy',
			irises: [
				[0.5, 0.1, 60],
				[0.45, 0.08, 45],
				[0.6, 0.1, 230],
			],
			brow: skin.deep,
		},
		skin,
	);
	drawAsSnout(s, 'trunk', () => drawTrunk(s, skin));
	return beastRig(head, skin, {
		neck: 'thick',
		shoulders: 1.12,
		eyeNear: [0.568, 0.405],
		eyeFar: [0.395, 0.403],
		eyeHalf: 0.042,
		cheekNear: [0.6, 0.5],
		coversCollar: true,
		hat: { x: 0.5, y: 0.285, half: 0.178 },
		mouth: [0.45, 0.62],
	});
}
