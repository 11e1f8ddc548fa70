import { drawHorns, type HornShape } from '../anatomy/horns.ts';
import { drawTooth } from '../anatomy/mouth.ts';
import { drawAsSnout } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, scales } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

export interface ReptilePlan {
	readonly skins: readonly Lch[];
	readonly belly: Lch;
	/** 1 a long blunt muzzle, below 1 shorter. */
	readonly muzzle: number;
	readonly horns?: { readonly shapes: readonly HornShape[]; readonly tone: Lch };
	/** Three spikes behind the jaw. */
	readonly frill: boolean;
	/** A fin along the crown. */
	readonly crest?: Lch;
	readonly eyeSize: number;
	readonly irises: readonly Lch[];
	readonly headScale?: number;
	readonly shoulders?: number;
}

const skull: readonly Point[] = points(
	'0.5 0.175, 0.59 0.2, 0.66 0.28, 0.685 0.38, 0.68 0.47, 0.66 0.56, 0.62 0.64, 0.53 0.685, 0.44 0.68, 0.38 0.62, 0.345 0.53, 0.335 0.44, 0.34 0.33, 0.39 0.22',
);

/** Whatever stands out behind the skull: horns, spikes, fin. */
function drawCrestAndFrill(s: Studio, plan: ReptilePlan, spike: Ramp, skin: Ramp): void {
	const pen = s.head;
	if (plan.horns) drawHorns(s, s.stream('horns').pick(plan.horns.shapes), s.colors.ramp('bone', plan.horns.tone), skin);
	// Hoods and coifs press the frill flat.
	if (plan.frill && !s.hidden.has('hair') && !s.hidden.has('ears'))
		for (let i = 0; i < 3; i++)
			pen.form(
				'earFar',
				[
					[0.64, 0.42 + i * 0.07, 0.4],
					[0.775 - i * 0.02, 0.395 + i * 0.085, 0.1],
					[0.64, 0.5 + i * 0.062, 0.4],
				],
				spike,
				{ depth: 0.01, light: false, rim: true },
			);
	if (plan.crest && !s.hidden.has('crown')) {
		const fin = s.colors.ramp('skin', plan.crest);
		const shape = pen.form(
			'earFar',
			points(
				'0.42 0.22, 0.43 0.1, 0.47 0.03 0.15, 0.51 0.09, 0.57 0.03 0.15, 0.6 0.11, 0.68 0.08 0.15, 0.675 0.18, 0.75 0.2 0.15, 0.71 0.28, 0.75 0.34 0.15, 0.67 0.36',
			),
			fin,
			{ depth: 0.016, rim: true },
		);
		for (const [x, y] of [
			[0.475, 0.05],
			[0.57, 0.05],
			[0.675, 0.1],
		] as const)
			pen.line(
				'earFar',
				[
					[x, y],
					[(x + 0.53) / 2, (y + 0.28) / 2],
				],
				fin.deep,
				0.012,
				{ clip: shape },
			);
	}
}

/** Both jaws with nostril and teeth; returns the upper one. */
function drawSnout(s: Studio, k: number, skin: Ramp, belly: Ramp): Shape {
	const pen = s.head;
	const M = (x: number, y: number, smooth = 1): Point => [0.46 + (x - 0.46) * (x < 0.46 ? k : 1), y, smooth];
	pen.form(
		'muzzle',
		[M(0.4, 0.6), M(0.33, 0.615), M(0.29, 0.6), M(0.3, 0.65), M(0.36, 0.7), [0.46, 0.712], [0.57, 0.67], [0.57, 0.61]],
		belly,
		{ depth: 0.015 },
	);
	const upper: readonly Point[] = [
		[0.48, 0.462],
		M(0.42, 0.47),
		M(0.33, 0.495),
		M(0.262, 0.525),
		M(0.245, 0.57),
		M(0.275, 0.612),
		M(0.35, 0.622),
		[0.45, 0.628],
		[0.55, 0.612],
		[0.62, 0.57],
		[0.6, 0.5],
	];
	const muzzle = pen.form('muzzle', upper, skin, { depth: 0.02 });
	pen.line('mouth', [M(0.272, 0.608), M(0.36, 0.622), [0.46, 0.626], [0.56, 0.606], [0.628, 0.56]], skin.ink, 0.014, {
		taper: 0.5,
	});
	pen.pattern(
		'muzzle',
		muzzle,
		[pen.shape([M(0.28, 0.536), M(0.3, 0.524), M(0.316, 0.536), M(0.298, 0.55)])],
		skin.ink,
	);
	for (const x of [0.31, 0.36, 0.41, 0.53])
		drawTooth(s, [0.46 + (x - 0.46) * (x < 0.46 ? k : 1), x > 0.5 ? 0.612 : 0.618], 0.026, 1);
	return muzzle;
}

/** Drakes and lizards: the muzzle's bridge starts below the eyes; scales only in clusters. */
export function drawReptile(s: Studio, plan: ReptilePlan): Rig {
	const pen = s.head;
	const skin = s.colors.ramp('skin', s.choose('skin', plan.skins));
	const belly = s.colors.ramp('skin', plan.belly);
	const spike = s.colors.ramp('skin', [skin.from[0] * 0.8, skin.from[1], skin.from[2] - 12]);
	drawCrestAndFrill(s, plan, spike, skin);
	const head = pen.form('head', skull, skin, { depth: 0.028, width: 1.1, rim: true });
	const cut = cutMuzzle(s, [0.52, 0.57]);
	const muzzle = drawAsSnout(s, 'muzzle', () => drawSnout(cut.muzzle, plan.muzzle, skin, belly));
	drawBeastEyes(
		s,
		{
			near: [0.568, 0.41],
			far: [0.4, 0.408],
			width: 0.092 * plan.eyeSize,
			height: 0.064 * plan.eyeSize,
			shape: 'sharp',
			pupil: 'slit',
			irises: plan.irises,
			sclera: [0.86, 0.13, 92],
			brow: skin.ink,
		},
		skin,
	);
	for (const [x, y, dx] of [
		[0.545, 0.345, 0.02],
		[0.6, 0.352, 0.026],
		[0.42, 0.345, -0.016],
	] as const)
		pen.form(
			'brows',
			[
				[x - 0.022, y + 0.012, 0.3],
				[x + dx, y - 0.032, 0.1],
				[x + 0.026, y + 0.012, 0.3],
			],
			spike,
			{ depth: 0.006, light: false, width: 0.8, contour: false },
		);
	scales(
		s,
		head,
		[
			[0.475, 0.24],
			[0.51, 0.22],
			[0.545, 0.24],
			[0.51, 0.262],
			[0.63, 0.5],
			[0.65, 0.475],
			[0.66, 0.51],
			[0.635, 0.535],
			[0.48, 0.285],
		],
		skin.deep,
	);
	scales(
		s,
		muzzle,
		[
			[0.41, 0.52],
			[0.445, 0.51],
			[0.43, 0.54],
			[0.475, 0.535],
		],
		skin.deep,
	);
	return beastRig(head, skin, {
		neckRamp: skin,
		neck: 'thick',
		shoulders: plan.shoulders ?? 1.04,
		headScale: plan.headScale ?? 1,
		eyeNear: [0.568, 0.41],
		eyeFar: [0.4, 0.408],
		cheekNear: [0.64, 0.5],
		mouth: cut.at([0.42, 0.62]),
		hat: { x: 0.502, y: 0.295, half: 0.174 },
	});
}
