import { isHelmed, isHooded, outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, muzzleMouth, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

export interface FelinePlan {
	readonly furs: readonly Lch[];
	readonly coat: 'stripes' | 'rosettes' | 'plain';
	/** Fur of the mane; left out for cats without one. */
	readonly mane?: readonly Lch[];
	readonly roundEars?: boolean;
}

interface CatFurs {
	readonly fur: Ramp;
	readonly pale: Ramp;
	readonly pink: Ramp;
}

const skull: readonly Point[] = points(
	'0.49 0.215, 0.6 0.235, 0.675 0.33, 0.7 0.43, 0.752 0.5 0.2, 0.702 0.52 0.4, 0.716 0.585 0.2, 0.63 0.608, 0.545 0.655, 0.455 0.665, 0.385 0.632, 0.336 0.607, 0.306 0.6 0.2, 0.32 0.574 0.4, 0.288 0.558 0.2, 0.309 0.53 0.4, 0.28 0.51 0.2, 0.312 0.45, 0.335 0.33, 0.39 0.24',
);

/** A ragged disc of fur around the head. */
function drawMane(s: Studio, tones: readonly Lch[]): void {
	const pen = s.head;
	const mane = s.colors.ramp('fur', s.choose('mane', tones));
	// Under hoods and helms it lies flat, and under hats what stands above the brow does.
	const tucked = s.hidden.has('hair') ? 0.74 : 1;
	const crown = s.hidden.has('crown') ? 0.74 : 1;
	const disc: Point[] = Array.from({ length: 30 }, (_, i): Point => {
		const angle = (i / 30) * 2 * Math.PI;
		const reach = (i % 2 ? 0.285 : 0.355) * (i > 16 && i < 29 ? Math.min(crown, tucked) : tucked);
		return [0.5 + Math.cos(angle) * reach * 0.98, 0.44 + Math.sin(angle) * reach, i % 2 ? 0.6 : 0.2];
	});
	const shape = pen.form('hairBack', disc, mane, { depth: 0.03, rim: true });
	for (let i = 0; i < 18; i++) {
		const angle = (i / 18) * 2 * Math.PI + 0.1;
		pen.line(
			'hairBack',
			[
				[0.5 + Math.cos(angle) * 0.22 * tucked, 0.44 + Math.sin(angle) * 0.22 * tucked],
				[0.5 + Math.cos(angle + 0.05) * 0.31 * tucked, 0.44 + Math.sin(angle + 0.05) * 0.31 * tucked],
			],
			mane.deep,
			0.014,
			{ clip: shape },
		);
	}
}

/** The upper half of an ellipse's loop, `turn` in degrees. */
function halfDisc(x: number, y: number, rx: number, ry: number, turn: number): Point[] {
	const lean = (turn * Math.PI) / 180;
	const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
	return [
		[-1, 0.3, 0.2],
		[-0.9, -0.45],
		[-0.4, -0.95],
		[0.4, -0.95],
		[0.9, -0.45],
		[1, 0.3, 0.2],
	].map(([u, v, k]): Point => {
		const [dx, dy] = [u! * rx, v! * ry];
		return [x + dx * cos - dy * sin, y + dx * sin + dy * cos, k ?? 1];
	});
}

function drawCatEars(s: Studio, { fur, pale, pink }: CatFurs, isRound: boolean): void {
	// Round ears are rooted at the skull's corners, where brims and caps end, and would stand half on them.
	if (isHelmed(s) || (isRound && s.hidden.has('crown') && !isHooded(s))) return;
	const pen = s.head;
	for (const [x, y, side] of [
		[0.605, 0.225, 1],
		[0.385, 0.225, -1],
	] as const) {
		if (isRound) {
			const layer = side > 0 ? 'ears' : 'earFar';
			// Of ears that come through a hat only what lies above the opening is there.
			const loop = s.hidden.has('crown') ? halfDisc : ellipseOutline;
			outgrow(s, { base: [x + side * 0.062, y - 0.006], tip: [x + side * 0.1, y - 0.09], half: 0.066 }, () => {
				pen.form(layer, loop(x + side * 0.075, y - 0.02, 0.066, 0.07, side * 24), fur, { depth: 0.014 });
				pen.form(layer, loop(x + side * 0.072, y - 0.008, 0.036, 0.04, side * 24), pink, {
					depth: 0.008,
					width: 0.5,
					contour: false,
				});
			});
			continue;
		}
		outgrow(s, { base: [x + 0.004, y + 0.065], tip: [x + 0.034 * side, y - 0.165], half: 0.082 }, () => {
			pen.form(
				'earFar',
				[
					[x - 0.078, y + 0.04, 0.5],
					[x - 0.03 + side * 0.02, y - 0.08],
					[x + 0.034 * side, y - 0.165, 0.15],
					[x + 0.07, y - 0.05],
					[x + 0.088, y + 0.07, 0.5],
					[x, y + 0.11],
				],
				fur,
				{ depth: 0.014, rim: side > 0 },
			);
			pen.form(
				'earFar',
				[
					[x - 0.04, y + 0.03, 0.5],
					[x + 0.026 * side, y - 0.11, 0.2],
					[x + 0.05, y + 0.05, 0.5],
				],
				pink,
				{ depth: 0.01, light: false, width: 0.5, contour: false },
			);
			pen.form(
				'earFar',
				[
					[x - 0.02, y + 0.05, 0.3],
					[x - 0.005, y - 0.04, 0.2],
					[x + 0.012, y + 0.0, 0.3],
					[x + 0.03, y - 0.03, 0.2],
					[x + 0.035, y + 0.06, 0.3],
				],
				pale,
				{ depth: 0.006, width: 0.5, contour: false },
			);
		});
	}
}

/** Stripes or rosettes on the face. */
function drawCoat(s: Studio, coat: FelinePlan['coat'], head: Shape, fur: Ramp): void {
	const pen = s.head;
	if (coat === 'stripes')
		strokes(
			s,
			head,
			[
				points('0.44 0.21, 0.435 0.27, 0.455 0.31'),
				points('0.5 0.2, 0.5 0.26, 0.485 0.31'),
				points('0.56 0.22, 0.545 0.27, 0.52 0.31'),
				points('0.7 0.44, 0.64 0.468, 0.6 0.46'),
				points('0.73 0.51, 0.66 0.52, 0.61 0.505'),
				points('0.3 0.48, 0.335 0.49, 0.36 0.48'),
			],
			fur.deep,
			0.026,
		);
	if (coat === 'rosettes') {
		for (const [x, y, r] of [
			[0.44, 0.255, 0.014],
			[0.5, 0.235, 0.016],
			[0.56, 0.255, 0.014],
			[0.53, 0.295, 0.012],
			[0.62, 0.3, 0.016],
			[0.66, 0.37, 0.014],
			[0.69, 0.45, 0.014],
			[0.65, 0.5, 0.012],
			[0.36, 0.33, 0.013],
			[0.345, 0.4, 0.011],
		] as const) {
			pen.line(
				'markings',
				[
					[x - r, y + r * 0.4],
					[x - r * 0.4, y - r],
					[x + r, y - r * 0.3],
					[x + r * 0.6, y + r],
				],
				fur.deep,
				0.013,
				{ clip: head, taper: 0.5 },
			);
		}
	}
}

/** The pale pad with nose, mouth and whiskers. */
function drawCatMuzzle(s: Studio, { fur, pale, pink }: CatFurs): void {
	const pen = s.head;
	const muzzle = pen.form(
		'muzzle',
		points(
			'0.382 0.54, 0.405 0.5, 0.455 0.489, 0.508 0.503, 0.534 0.55, 0.512 0.605, 0.465 0.638, 0.41 0.625, 0.378 0.588',
		),
		pale,
		{ depth: 0.014, width: 0, contour: false },
	);
	pen.form(
		'muzzle',
		points('0.41 0.498 0.5, 0.449 0.49, 0.486 0.501 0.5, 0.462 0.53, 0.45 0.538 0.4, 0.437 0.53'),
		pink,
		{ depth: 0.006, width: 0.8, contour: false },
	);
	muzzleMouth(s, [0.45, 0.572], 0.055, s.colors.tone([0.25, 0.05, 340]));
	if (s.fine) {
		pen.pattern(
			'muzzle',
			muzzle,
			[
				[0.405, 0.56],
				[0.415, 0.58],
				[0.492, 0.56],
				[0.503, 0.578],
			].map(([x, y]) => pen.disc(x!, y!, 0.004)),
			fur.deep,
		);
		for (const [x0, y0, x1, y1] of [
			[0.52, 0.545, 0.72, 0.515],
			[0.522, 0.562, 0.735, 0.57],
			[0.516, 0.58, 0.7, 0.615],
			[0.385, 0.555, 0.25, 0.53],
			[0.384, 0.575, 0.25, 0.6],
		] as const)
			pen.line(
				'mouth',
				[
					[x0, y0],
					[(x0 + x1) / 2, (y0 + y1) / 2 - 0.012],
					[x1, y1],
				],
				pale.light,
				0.006,
				{ taper: 0.9 },
			);
	}
}

/** Cats: wide skull with cheek tufts, tall ears, a pale muzzle and a "w" mouth. */
export function drawFeline(s: Studio, plan: FelinePlan): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', plan.furs));
	const pale = s.colors.ramp('fur', [0.93, 0.03, 85]);
	const pink = s.colors.ramp('skin', [0.64, 0.1, 18]);
	if (plan.mane) {
		drawMane(s, plan.mane);
	}
	drawCatEars(s, { fur, pale, pink }, plan.roundEars ?? false);
	const head = pen.form('head', skull, fur, { depth: 0.026, width: 1.1, rim: true });
	pen.pattern(
		'markings',
		head,
		[
			pen.shape(points('0.4 0.62, 0.5 0.6, 0.6 0.575, 0.68 0.55, 0.75 0.6, 0.6 0.7, 0.4 0.7')),
			pen.disc(0.47, 0.345, 0.028, 0.05),
		],
		pale.base,
		0.55,
	);
	drawCoat(s, plan.coat, head, fur);
	drawBeastEyes(
		s,
		{
			near: [0.555, 0.435],
			far: [0.395, 0.433],
			width: 0.112,
			height: 0.078,
			shape: 'upturned',
			pupil: 'slit',
			irises: [
				[0.78, 0.16, 112],
				[0.78, 0.15, 80],
				[0.74, 0.13, 150],
				[0.74, 0.12, 225],
			],
			brow: fur.deep,
		},
		fur,
	);
	const { muzzle, at } = cutMuzzle(s, [0.5, 0.56]);
	drawCatMuzzle(muzzle, { fur, pale, pink });
	return beastRig(head, fur, {
		eyeNear: [0.555, 0.435],
		eyeFar: [0.395, 0.433],
		nose: at([0.449, 0.49]),
		hat: { x: 0.502, y: 0.312, half: 0.18 },
		crown: [0.49, 0.215],
	});
}
