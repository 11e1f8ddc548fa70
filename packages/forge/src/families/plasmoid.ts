import { drawBrows } from '../anatomy/brows.ts';
import { drawEyes } from '../anatomy/eyes.ts';
import { chooseMouth, drawMouth } from '../anatomy/mouth.ts';
import type { Lch } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig } from './beast.ts';

/** Plasmoids: no neck, a dripping skirt over the collar, bubbles and a glowing core. */
export function drawPlasmoid(s: Studio, tones: readonly Lch[]): Rig {
	const pen = s.head;
	const tone = s.choose('skin', tones);
	const slime = s.colors.ramp('gem', tone);
	const soft = { ...s.colors.ramp('skin', tone), light: slime.light };
	const head = pen.form(
		'head',
		points(
			'0.47 0.13, 0.57 0.145, 0.65 0.2, 0.7 0.29, 0.705 0.4, 0.745 0.52, 0.735 0.64, 0.775 0.76 0.6, 0.73 0.79 0.6, 0.685 0.715, 0.645 0.83 0.6, 0.595 0.82 0.6, 0.565 0.74, 0.51 0.85 0.6, 0.465 0.83 0.6, 0.43 0.74, 0.38 0.82 0.6, 0.335 0.79 0.6, 0.325 0.71, 0.265 0.755 0.6, 0.235 0.72 0.6, 0.285 0.6, 0.275 0.47, 0.315 0.36, 0.31 0.25, 0.37 0.165',
		),
		soft,
		{ depth: 0.032, width: 1.1, rim: true },
	);
	pen.glow('markings', [0.5, 0.56, 0.26], slime.spec, { alpha: 0.2, clip: head });
	const bubbles = s.stream('bubbles');
	const spots = Array.from(
		{ length: 9 },
		() => [bubbles.range(0.33, 0.69), bubbles.range(0.2, 0.72), bubbles.range(0.008, 0.026)] as const,
	).filter(([x, y]) => Math.abs(y - 0.44) > 0.09 || Math.abs(x - 0.475) > 0.15);
	for (const [x, y, r] of spots) {
		pen.pattern('markings', head, [pen.disc(x, y, r)], slime.light, 0.55);
		pen.pattern('markings', head, [pen.disc(x - r * 0.35, y - r * 0.35, r * 0.3)], slime.spec);
	}
	pen.line('markings', points('0.35 0.3, 0.37 0.23, 0.43 0.185'), slime.spec, 0.034, { clip: head, taper: 0.6 });
	pen.pattern('markings', head, [pen.disc(0.345, 0.345, 0.014)], slime.spec);
	drawEyes(s, {
		near: [0.55, 0.437],
		far: [0.4, 0.435],
		width: 0.11 * s.look.eyeSize,
		height: 0.088 * s.look.eyeSize,
		shape: 'round',
		iris: s.choose('iris', [
			[0.5, 0.12, 110],
			[0.5, 0.14, 300],
			[0.45, 0.1, 230],
			[0.55, 0.15, 40],
		]),
		lidInk: slime.ink,
		lidSkin: slime.shade,
	});
	drawBrows(
		s,
		'soft',
		slime.deep,
		[
			[0.55, 0.437],
			[0.4, 0.435],
		],
		0.012,
	);
	drawMouth(s, chooseMouth(s, ['grin', 'open', 'line', 'smirk']), { skin: slime, lips: slime.deep, head });
	return beastRig(head, soft, {
		neck: 'none',
		shoulders: 0.9,
		hat: { x: 0.5, y: 0.29, half: 0.188 },
		coversCollar: true,
		eyeNear: [0.55, 0.437],
		eyeFar: [0.4, 0.435],
	});
}
