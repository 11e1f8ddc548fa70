import { hasTrunk } from '../../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
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

/** On the shoulder beside the hands that play a pipe. */
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

/** How far above the casket's top its pin sits. */
const pinHeight = 0.046;

/** Two links from the casket's corners up to a pin in the cloth, which is seen whatever the collar. */
function pinCasket(s: Studio, [x, y]: Spot, iron: Ramp): void {
	const top = y - 0.05;
	for (const side of [-1, 1])
		s.body.line(
			'shoulderNear',
			[
				[x, top - pinHeight],
				[x + side * 0.02, top - pinHeight / 2],
				[x + side * 0.04, top],
			],
			iron.ink,
			0.014,
			{ taper: 0 },
		);
	s.body.form('shoulderNear', s.body.disc(x, top - pinHeight, 0.018), iron, { depth: 0.005, width: 0.8 });
}

/** A locked iron casket pinned to the breast. */
function drawCasket(s: Studio, rig: Rig): void {
	const green = s.colors.tone(soulLight);
	const iron = s.colors.ramp('metal', [0.46, 0.035, 165]);
	const spot = placeCasket(s, rig);
	const [x, y] = spot;
	pinCasket(s, spot, iron);
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
