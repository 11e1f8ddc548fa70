import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Warmth on cheeks and nose. */
export function drawBlush(
	s: Studio,
	head: Shape,
	tone: readonly [number, number, number],
	spots: readonly (readonly [number, number])[],
): void {
	const [L, C, h] = tone;
	const color = s.colors.tone([L - 0.03, C + 0.045, h > 15 && h < 110 ? 25 : h]);
	const alpha = { soft: 0.42, plain: 0.28, rugged: 0.16 }[s.look.bearing];
	for (const [x, y] of spots) s.head.glow('markings', [x, y, 0.062], color, { alpha, blend: 'cover', clip: head });
}

function drawScar(s: Studio, skin: Ramp, head: Shape): void {
	const marks = s.stream('scar-place');
	const at = marks.pick([
		points('0.573 0.36, 0.585 0.45, 0.597 0.545'),
		points('0.363 0.36, 0.375 0.45, 0.387 0.545'),
		points('0.5 0.5, 0.55 0.525, 0.61 0.52'),
	]);
	s.head.line('markings', at, skin.light, 0.014, { clip: head });
	s.head.line(
		'markings',
		at.map(([x, y]): Point => [x + 0.004, y + 0.003]),
		skin.shade,
		0.005,
		{ clip: head },
	);
}

const agesFrom = 0.5;
const oldFrom = 0.76;

const wrinkles: readonly (readonly Point[])[] = [
	points('0.51 0.488, 0.55 0.497, 0.585 0.487'),
	points('0.497 0.548, 0.516 0.575, 0.514 0.606'),
];
const oldWrinkles: readonly (readonly Point[])[] = [
	points('0.405 0.548, 0.39 0.572, 0.392 0.6'),
	points('0.365 0.487, 0.395 0.493, 0.42 0.485'),
	points('0.615 0.432, 0.63 0.428, 0.642 0.418'),
	points('0.615 0.448, 0.63 0.45, 0.643 0.446'),
	points('0.415 0.352, 0.47 0.343, 0.54 0.35'),
	points('0.425 0.326, 0.475 0.318, 0.525 0.324'),
	points('0.56 0.6, 0.578 0.57, 0.58 0.54'),
];

/** Lines that end above this row are those of the eyes and the brow. */
const aroundEyes = 0.5;

/** Small seeded marks of a life: freckles, a scar, a beauty mark, lines of age and of build. */
export function drawSkinMarks(s: Studio, skin: Ramp, head: Shape, freckleChance = 0.09): void {
	if (!s.fine) return;
	const pen = s.head;
	const marks = s.stream('skin-marks');
	const { age, bearing, build } = s.look;
	if (s.stream('freckles').chance(freckleChance)) {
		const dots = Array.from({ length: 13 }, (_, i) => {
			const near = i % 2 === 0;
			return pen.disc((near ? 0.575 : 0.382) + marks.swing() * 0.045, 0.508 + marks.swing() * 0.022, 0.0042);
		});
		pen.pattern('markings', head, dots, skin.shade, 0.9);
	}
	if (s.stream('scar').chance(bearing === 'rugged' ? 0.22 : 0.06)) drawScar(s, skin, head);
	// Below a cloth over eyes and nose it would be a lone dot.
	else if (!s.hidden.has('eyes') && s.stream('beauty-mark').chance(0.07))
		pen.pattern(
			'markings',
			head,
			[pen.disc(marks.pick([0.52, 0.6, 0.395]), marks.pick([0.555, 0.52]), 0.0065)],
			skin.ink,
			0.85,
		);
	const lines = age > oldFrom ? [...wrinkles, ...oldWrinkles] : age > agesFrom ? wrinkles : [];
	// Beside a cloth over the eyes those around them would be taken for lids.
	const isSeen = (line: readonly Point[]) => !s.hidden.has('eyes') || line.some(([, y]) => y > aroundEyes);
	for (const line of lines.filter(isSeen))
		pen.line('markings', line, skin.shade, age > oldFrom ? 0.0085 : 0.007, { clip: head });
	if (build > 0.55)
		pen.line('markings', points('0.43 0.634, 0.475 0.646, 0.53 0.636'), skin.shade, 0.008, { clip: head });
}
