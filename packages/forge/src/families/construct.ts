import { drawBrows } from '../anatomy/brows.ts';
import { drawEyes } from '../anatomy/eyes.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { ellipseOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig } from './beast.ts';

export interface ConstructPlan {
	readonly plates: readonly Lch[];
	readonly seams: Lch;
	/** A round clock-face head instead of a crested helmet. */
	readonly dial: boolean;
}

/** A clock face with a winding key behind it. */
function drawDialHead(s: Studio, plate: Ramp): Shape {
	const pen = s.head;
	const key = s.colors.ramp('metal', [0.62, 0.09, 60]);
	// What falls over the ears hides the key's shaft, and its wings would float.
	if (!s.hidden.has('ears')) {
		pen.form('earFar', points('0.68 0.4 0, 0.8 0.4 0, 0.8 0.44 0, 0.68 0.44 0'), key, { depth: 0.006 });
		// One outline around both wings and their waist, which sits on the shaft.
		const wings = points(
			'0.79 0.42 0.3, 0.772 0.38, 0.765 0.32, 0.8 0.272, 0.855 0.278, 0.88 0.332, 0.85 0.392, 0.825 0.42 0.3, 0.85 0.448, 0.88 0.508, 0.855 0.562, 0.8 0.568, 0.765 0.52, 0.772 0.46',
		);
		const holes = [0.33, 0.51].map((y) => ellipseOutline(0.823, y, 0.022, 0.027).reverse());
		pen.form('earFar', pen.shape(wings, ...holes), key, { depth: 0.01 });
	}
	const head = pen.form('head', ellipseOutline(0.5, 0.425, 0.205, 0.245), plate, {
		depth: 0.03,
		width: 1.1,
		rim: true,
	});
	pen.form('markings', ellipseOutline(0.475, 0.43, 0.158, 0.195), s.colors.ramp('bone', [0.9, 0.04, 90]), {
		depth: 0.014,
		width: 0.8,
		contour: false,
	});
	for (let i = 0; i < 12; i++) {
		const angle = (i / 12) * 2 * Math.PI;
		pen.line(
			'markings',
			[
				[0.475 + Math.cos(angle) * 0.136, 0.43 + Math.sin(angle) * 0.17],
				[0.475 + Math.cos(angle) * 0.15, 0.43 + Math.sin(angle) * 0.187],
			],
			plate.ink,
			0.009,
			{ taper: 0 },
		);
	}
	return head;
}

/** Three plates swept back behind each other, from the brow over the crown to the nape, each before the next. */
function drawCrest(s: Studio, plate: Ramp): void {
	const behind = { ...plate, light: plate.base, base: plate.shade, shade: plate.deep };
	for (const [blade, rib] of [
		[
			'0.6 0.27 0, 0.635 0.2, 0.7 0.175, 0.815 0.2 0.05, 0.76 0.25, 0.735 0.345 0.2, 0.64 0.37 0',
			'0.66 0.27, 0.705 0.222, 0.775 0.207',
		],
		[
			'0.52 0.25 0, 0.55 0.15, 0.62 0.105, 0.755 0.085 0.05, 0.7 0.155, 0.69 0.26 0.2, 0.6 0.3 0',
			'0.6 0.22, 0.635 0.15, 0.715 0.107',
		],
		[
			'0.43 0.26 0, 0.45 0.15, 0.51 0.085, 0.645 0.02 0.05, 0.605 0.105, 0.6 0.22 0.2, 0.54 0.27 0',
			'0.51 0.21, 0.54 0.125, 0.615 0.052',
		],
	] as const) {
		const shape = s.head.form('earFar', points(blade), behind, { depth: 0.014, rim: true });
		s.head.line('earFar', points(rib), plate.light, 0.012, { clip: shape });
	}
}

/** A crested helmet of riveted plates over the seams. */
function drawHelmHead(s: Studio, plate: Ramp, seam: Ramp, lamp: Lch): Shape {
	const pen = s.head;
	// A hat or hood sits on the head in its place.
	if (!s.hidden.has('crown') && !s.hidden.has('crest')) drawCrest(s, plate);
	const head = pen.form(
		'head',
		points(
			'0.47 0.17 0.2, 0.57 0.175 0.3, 0.655 0.25 0.2, 0.69 0.38 0.2, 0.665 0.53 0.2, 0.61 0.625 0.2, 0.5 0.665 0.2, 0.42 0.66 0.2, 0.36 0.6 0.2, 0.325 0.47 0.2, 0.32 0.34 0.2, 0.37 0.225 0.2',
		),
		seam,
		{ depth: 0.026, width: 1.1, rim: true },
	);
	const brow = pen.form(
		'markings',
		points(
			'0.465 0.175 0.1, 0.57 0.18 0.2, 0.655 0.255 0.1, 0.685 0.37 0.1, 0.6 0.375 0.1, 0.47 0.4 0.1, 0.37 0.375 0.1, 0.325 0.36 0.1, 0.375 0.225 0.1',
		),
		plate,
		{ depth: 0.02, width: 0.9, contour: false },
	);
	pen.form(
		'markings',
		points(
			'0.62 0.49 0.1, 0.675 0.42 0.1, 0.665 0.54 0.1, 0.605 0.625 0.1, 0.5 0.665 0.1, 0.425 0.66 0.1, 0.365 0.6 0.1, 0.335 0.51 0.1, 0.4 0.535 0.1, 0.42 0.565 0.1, 0.53 0.56 0.1',
		),
		plate,
		{ depth: 0.02, width: 0.9, contour: false },
	);
	// A band around the brow, and the gem on it, lie below the rune.
	const isHigh = s.hidden.has('brow-band');
	const rune = isHigh
		? '0.443 0.225, 0.47 0.195, 0.497 0.225, 0.47 0.262, 0.443 0.225'
		: '0.435 0.24, 0.47 0.2, 0.505 0.24, 0.47 0.29, 0.435 0.24';
	pen.line('markings', points(rune), s.colors.tone(lamp), isHigh ? 0.01 : 0.012, { taper: 0.1, clip: brow });
	pen.glow('markings', [0.47, isHigh ? 0.226 : 0.245, isHigh ? 0.05 : 0.07], s.colors.tone(lamp), { alpha: 0.45 });
	pen.form('muzzle', points('0.455 0.4 0.1, 0.485 0.4 0.1, 0.475 0.52 0.1, 0.435 0.52 0.1'), plate, {
		depth: 0.008,
		width: 0.8,
		contour: false,
	});
	for (const [x, y] of [
		[0.62, 0.345],
		[0.66, 0.35],
		[0.375, 0.35],
		[0.62, 0.57],
		[0.4, 0.6],
	] as const)
		pen.form('markings', ellipseOutline(x, y, 0.01, 0.01), plate, { depth: 0.003, width: 0.6, contour: false });
	for (const x of [0.44, 0.465, 0.49, 0.515])
		pen.line(
			'mouth',
			[
				[x, 0.6],
				[x + 0.002, 0.635],
			],
			seam.ink,
			0.011,
			{ taper: 0.1 },
		);
	pen.form('earNear', ellipseOutline(0.675, 0.46, 0.036, 0.05), plate, { depth: 0.01, rim: true });
	return head;
}

/** Constructs: straight plates, rivets, lamp eyes, a neck of bellows. */
export function drawConstruct(s: Studio, plan: ConstructPlan): Rig {
	const pen = s.head;
	const plate = s.colors.ramp('metal', s.choose('skin', plan.plates));
	const seam = s.colors.ramp('leather', plan.seams);
	const lamp = s.choose('iris', [
		[0.82, 0.15, 85],
		[0.8, 0.13, 210],
		[0.78, 0.16, 145],
		[0.72, 0.18, 40],
	]);
	const head = plan.dial ? drawDialHead(s, plate) : drawHelmHead(s, plate, seam, lamp);
	const eyeY = plan.dial ? 0.395 : 0.448;
	const eyes: readonly [Spot, Spot] = [
		[0.548, eyeY],
		[0.4, eyeY],
	];
	drawEyes(s, {
		near: eyes[0],
		far: eyes[1],
		width: 0.094 * s.look.eyeSize,
		height: 0.064 * s.look.eyeSize,
		shape: plan.dial ? 'round' : 'glowing',
		pupil: 'ring',
		iris: lamp,
		lidInk: plate.ink,
		lidSkin: plate.shade,
	});
	if (plan.dial) {
		drawBrows(s, 'thick', plate.deep, eyes);
		for (const loop of [
			points('0.46 0.5 0.3, 0.41 0.49, 0.33 0.54 0.1, 0.4 0.545, 0.46 0.525 0.3'),
			points('0.46 0.5 0.3, 0.51 0.49, 0.6 0.535 0.1, 0.52 0.545, 0.46 0.525 0.3'),
		] as const)
			pen.form('beard', loop, plate, { depth: 0.008, width: 0.8, contour: false });
		pen.form('muzzle', ellipseOutline(0.455, 0.475, 0.02, 0.022), plate, { depth: 0.006, width: 0.8, contour: false });
		pen.line('mouth', points('0.42 0.57, 0.46 0.578, 0.5 0.568'), plate.ink, 0.011);
	} else drawBrows(s, 'wedge', plate.ink, eyes, 0.004);
	return beastRig(head, plate, {
		neck: 'bellows',
		neckRamp: seam,
		shoulders: plan.dial ? 0.82 : 1.1,
		eyeNear: [0.548, eyeY],
		eyeFar: [0.4, eyeY],
		cheekNear: [0.6, 0.55],
		hat: { x: 0.502, y: 0.295, half: 0.178 },
		brow: [0.47, 0.31],
	});
}
