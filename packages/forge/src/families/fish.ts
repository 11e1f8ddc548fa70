import { isCoifed } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, scales } from './beast.ts';

/** The sail on the crown and the fin behind the cheek. */
function drawFins(s: Studio): void {
	const pen = s.head;
	const fin = s.colors.ramp('skin', [0.66, 0.15, s.stream('fin-hue').pick([30, 60, 330, 100])]);
	if (!s.hidden.has('crown')) drawSail(s, fin);
	// Both fold flat under what is worn over them.
	if (s.hidden.has('hair') || isCoifed(s)) return;
	pen.form(
		'earFar',
		points('0.66 0.45, 0.76 0.4 0.2, 0.775 0.48, 0.82 0.53 0.2, 0.765 0.58, 0.77 0.65 0.2, 0.65 0.6'),
		fin,
		{ depth: 0.014, rim: true },
	);
}

function drawSail(s: Studio, fin: Ramp): void {
	const sail = s.head.form(
		'earFar',
		points(
			'0.42 0.22, 0.44 0.06, 0.47 -0.05 0.15, 0.52 0.03, 0.58 -0.06 0.15, 0.62 0.04, 0.71 -0.01 0.15, 0.7 0.11, 0.79 0.12 0.15, 0.74 0.22, 0.78 0.3 0.15, 0.68 0.36',
		),
		fin,
		{ depth: 0.016, rim: true },
	);
	for (const [x, y] of [
		[0.475, -0.02],
		[0.58, -0.03],
		[0.705, 0.02],
		[0.78, 0.13],
	] as const)
		s.head.line(
			'earFar',
			[
				[x, y],
				[(x + 0.54) / 2, (y + 0.3) / 2],
			],
			fin.deep,
			0.012,
			{ clip: sail },
		);
}

/** Fish: a tall spiked fin, side eyes, round open lips, a pale belly. */
export function drawFish(s: Studio, skins: readonly Lch[]): Rig {
	const pen = s.head;
	const skin = s.colors.ramp('skin', s.choose('skin', skins));
	const belly = s.colors.ramp('skin', [0.9, 0.04, 95]);
	drawFins(s);
	const head = pen.form(
		'head',
		points(
			'0.5 0.18, 0.6 0.2, 0.68 0.3, 0.7 0.43, 0.68 0.56, 0.63 0.66, 0.53 0.7, 0.42 0.69, 0.33 0.64, 0.29 0.55, 0.3 0.43, 0.34 0.3, 0.41 0.2',
		),
		skin,
		{ depth: 0.03, width: 1.1, rim: true },
	);
	pen.pattern(
		'markings',
		head,
		[pen.shape(points('0.28 0.56, 0.36 0.52, 0.5 0.53, 0.6 0.58, 0.66 0.64, 0.6 0.75, 0.3 0.75'))],
		belly.base,
		0.9,
	);
	drawBeastEyes(
		s,
		{
			near: [0.585, 0.395],
			far: [0.375, 0.393],
			width: 0.106,
			height: 0.1,
			shape: 'round',
			irises: [
				[0.8, 0.14, 90],
				[0.7, 0.16, 45],
				[0.76, 0.12, 150],
			],
			sclera: [0.94, 0.04, 95],
		},
		skin,
	);
	pen.form(
		'mouth',
		points('0.43 0.545, 0.5 0.56, 0.52 0.605, 0.48 0.65, 0.41 0.65, 0.365 0.61, 0.375 0.565'),
		s.colors.ramp('skin', [0.72, 0.1, 20]),
		{ depth: 0.012, width: 0.9, contour: false },
	);
	pen.pattern('mouth', null, [pen.disc(0.44, 0.602, 0.042, 0.026)], s.colors.tone([0.26, 0.07, 15]));
	scales(
		s,
		head,
		[
			[0.48, 0.24],
			[0.52, 0.225],
			[0.56, 0.245],
			[0.5, 0.27],
			[0.54, 0.275],
			[0.62, 0.49],
			[0.65, 0.46],
			[0.65, 0.51],
			[0.62, 0.54],
		],
		skin.deep,
	);
	pen.line('markings', points('0.38 0.26, 0.43 0.225, 0.48 0.21'), skin.spec, 0.02, { clip: head });
	return beastRig(head, skin, {
		neck: 'thick',
		eyeNear: [0.585, 0.395],
		eyeFar: [0.375, 0.393],
		cheekNear: [0.62, 0.51],
		mouth: [0.44, 0.6],
		hat: { x: 0.502, y: 0.285, half: 0.172 },
	});
}
