import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

const soulLight: Lch = [0.82, 0.2, 145];

/** Dark sockets with a pin of green light, whose flame licks out at the corner of the eye. */
function drawDeadEyes(s: Studio, rig: Rig): void {
	const green = s.colors.tone(soulLight);
	for (const [[x, y], side] of [
		[rig.eyeNear, 1],
		[rig.eyeFar, -0.8],
	] as const) {
		const r = rig.eyeHalf * Math.abs(side);
		s.head.pattern('skinAffliction', null, [s.head.disc(x, y, r * 1.12, r * 0.8)], s.colors.tone([0.2, 0.04, 165]));
		s.head.glow('skinAffliction', [x, y, r * 1.9], green, { alpha: 0.75 });
		s.head.pattern(
			'skinAffliction',
			null,
			[
				s.head.shape([
					[x - side * r * 0.5, y + r * 0.2],
					[x + side * r * 0.3, y + r * 0.42],
					[x + side * r * 1.25, y - r * 0.1],
					[x + side * r * 1.6, y - r * 1.5, 0.1],
					[x + side * r * 0.75, y - r * 0.5],
					[x + side * r * 0.1, y - r * 0.35],
				]),
			],
			green,
			0.85,
		);
		s.head.pattern(
			'skinAffliction',
			null,
			[s.head.disc(x, y + r * 0.02, r * 0.36, r * 0.34)],
			s.colors.tone([0.97, 0.07, 140]),
		);
	}
}

/** A locked iron casket on a chain, tied to the heart by a thread of light. */
function drawCasket(s: Studio): void {
	const green = s.colors.tone(soulLight);
	const iron = s.colors.ramp('metal', [0.46, 0.035, 165]);
	const [x, y] = [0.4, 0.845];
	for (const chain of [points('0.375 0.7, 0.345 0.75, 0.365 0.8'), points('0.5 0.74, 0.47 0.775, 0.435 0.8')] as const)
		s.body.line('shoulderNear', chain, iron.ink, 0.018, { taper: 0.2 });
	s.body.glow('shoulderNear', [x, y, 0.15], green, { alpha: 0.75 });
	s.body.form(
		'shoulderNear',
		[
			[x - 0.07, y - 0.03, 0.1],
			[x - 0.05, y - 0.062, 0.4],
			[x + 0.05, y - 0.062, 0.4],
			[x + 0.07, y - 0.03, 0.1],
			[x + 0.066, y + 0.058, 0.1],
			[x - 0.066, y + 0.058, 0.1],
		],
		iron,
		{ depth: 0.012 },
	);
	s.body.line(
		'shoulderNear',
		[
			[x - 0.068, y - 0.018],
			[x, y - 0.014],
			[x + 0.068, y - 0.018],
		],
		green,
		0.014,
		{ taper: 0.2 },
	);
	s.body.pattern(
		'shoulderNear',
		null,
		[
			s.body.disc(x, y + 0.012, 0.017),
			s.body.facet([
				[x - 0.008, y + 0.015],
				[x + 0.008, y + 0.015],
				[x + 0.014, y + 0.046],
				[x - 0.014, y + 0.046],
			]),
		],
		s.colors.tone([0.93, 0.14, 142]),
	);
	s.body.line('shoulderNear', points('0.46 0.82, 0.54 0.8, 0.6 0.83'), green, 0.009, { taper: 0.2 });
	s.body.glow('shoulderNear', [0.61, 0.83, 0.055], green, { alpha: 0.9 });
}

export const lichPhylacteryBound = definePart({
	slot: 'affliction',
	id: 'lich-phylactery-bound',
	skin: ([L, C, h]: Lch): Lch => [L + (0.72 - L) * 0.3, C * 0.4, h],
	draw(s, rig) {
		drawDeadEyes(s, rig);
		drawCasket(s);
	},
});
