import { hasTrunk } from '../../anatomy/outgrowth.ts';
import { containsPoint } from '../../engine/bounds.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { takeStance } from '../../wardrobe/stance/stance.ts';

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

/** On the shoulder beside the hands that play a pipe, where a chain from the neck would be too short to be seen. */
const besideThePipe: Spot = [0.29, 0.842];

/** Where the casket hangs: away from a trunk's curl, and from hands before the breast or around a staff. */
function placeCasket(s: Studio, rig: Rig): Spot {
	const { pose, placement } = takeStance(s, rig, 'humanoid');
	if (hasTrunk(s)) return [placement.mirrored === placement.isBodyMirrored ? 0.665 : 0.345, 0.87];
	if (rig.coversCollar) return [0.345, 0.87];
	if (pose.id === 'playing') return besideThePipe;
	const isBefore = pose.near !== undefined && pose.near.hand[0] < 0.5;
	return [isBefore ? 0.665 : 0.365, 0.865];
}

/** Whether a scarf, mantle or collar lies where the chain would come out from under it. */
const isOverCollar = ({ recorder }: Studio, [x, y]: Spot): boolean =>
	recorder.marks.some(
		(mark) => mark.kind === 'form' && mark.layer === layers.collar && containsPoint(mark.shape.outline, x, y),
	);

const pinHeight = 0.036;

/** Links from the casket's corners up to a pin in the cloth that hides the rest of the chain. */
function pinCasket(s: Studio, [x, top]: Spot, iron: Ramp): void {
	for (const side of [-1, 1])
		s.body.line(
			'shoulderNear',
			[
				[x, top - pinHeight],
				[x + side * 0.016, top - 0.016],
				[x + side * 0.036, top],
			],
			iron.ink,
			0.014,
			{ taper: 0 },
		);
	s.body.form('shoulderNear', s.body.disc(x, top - pinHeight, 0.015), iron, { depth: 0.005, width: 0.8 });
}

/** The chain that the casket hangs on comes around the neck, out from under whatever collar there is. */
function hangCasket(s: Studio, rig: Rig, spot: Spot, iron: Ramp): void {
	const [x, top] = [spot[0], spot[1] - 0.05];
	const { marks } = s.recorder;
	const from = marks.length;
	const k = s.look.neckWidth * (rig.neck === 'thick' ? 1.36 : rig.neck === 'ruff' ? 1.22 : 1);
	for (const side of [-1, 1]) {
		const start: Point = [0.508 + side * 0.098 * k, 0.706];
		const end: Point = [x + side * 0.036, top];
		const bend: Point = [(start[0] + end[0]) / 2 + side * 0.012, (start[1] + end[1]) / 2 + 0.018];
		s.body.line('neck', [start, bend, end], iron.ink, 0.016, { taper: 0 });
	}
	// Over the throat, under fur and collars.
	for (let i = from; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.neck + 0.5 };
	if (spot === besideThePipe || isOverCollar(s, [x, top])) pinCasket(s, [x, top], iron);
}

/** A locked iron casket on a chain around the neck. */
function drawCasket(s: Studio, rig: Rig): void {
	const green = s.colors.tone(soulLight);
	const iron = s.colors.ramp('metal', [0.46, 0.035, 165]);
	const spot = placeCasket(s, rig);
	const [x, y] = spot;
	hangCasket(s, rig, spot, iron);
	s.body.glow('shoulderNear', [x, y, 0.15], green, { alpha: 0.75 });
	s.body.form(
		'shoulderNear',
		[
			[x - 0.063, y - 0.027, 0.1],
			[x - 0.045, y - 0.056, 0.4],
			[x + 0.045, y - 0.056, 0.4],
			[x + 0.063, y - 0.027, 0.1],
			[x + 0.059, y + 0.052, 0.1],
			[x - 0.059, y + 0.052, 0.1],
		],
		iron,
		{ depth: 0.012 },
	);
	s.body.line(
		'shoulderNear',
		[
			[x - 0.061, y - 0.017],
			[x, y - 0.013],
			[x + 0.061, y - 0.017],
		],
		green,
		0.014,
		{ taper: 0.2 },
	);
	s.body.pattern(
		'shoulderNear',
		null,
		[
			s.body.disc(x, y + 0.01, 0.016),
			s.body.facet([
				[x - 0.008, y + 0.013],
				[x + 0.008, y + 0.013],
				[x + 0.013, y + 0.042],
				[x - 0.013, y + 0.042],
			]),
		],
		s.colors.tone([0.93, 0.14, 142]),
	);
}

export const lichPhylacteryBound = definePart({
	slot: 'affliction',
	id: 'lich-phylactery-bound',
	skin: ([L, C, h]: Lch): Lch => [L + (0.72 - L) * 0.3, C * 0.4, h],
	draw(s, rig) {
		drawDeadEyes(s, rig);
		drawCasket(s, rig);
	},
});
