import { hasTrunk } from '../../anatomy/outgrowth.ts';
import { computeSpan } from '../../engine/bounds.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { raiseAboveFrame } from '../../wardrobe/breast.ts';
import type { Places } from '../../wardrobe/cover.ts';
import { findClear } from '../../wardrobe/floating.ts';

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

/** Where the casket may hang; the last ones are on the shoulders, beside or above hands before the breast. */
const spots: readonly Spot[] = [
	[0.365, 0.865],
	[0.665, 0.865],
	[0.29, 0.842],
	[0.72, 0.82],
	[0.345, 0.815],
	[0.7, 0.806],
	[0.3, 0.806],
];

/** Where the casket hangs: away from a trunk's curl, and from hands before the breast and what they hold. */
function placeCasket(s: Studio, rig: Rig, places: Places): Spot {
	const isTurned = places.head[0] * places.body[0] < 0;
	if (hasTrunk(s)) return [isTurned ? 0.345 : 0.665, 0.87];
	if (rig.coversCollar) return [0.345, 0.87];
	const isClear = findClear(s, 'shoulderNear');
	const roomy = spots.find((spot) => isClear(spot, 0.06));
	return roomy ?? spots.find((spot) => isClear(spot, 0.05)) ?? spots[0]!;
}

/** How far above the casket's middle its lid, and the stud that it hangs from, are: so near that cloth is behind the stud. */
const above = { lid: 0.056, stud: 0.115 } as const;

/** The handle, and the link by which it hangs from a flat stud in the cloth. */
function hangCasket(s: Studio, [x, y]: Spot, iron: Ramp): void {
	const top = y - above.lid;
	const pen = s.body;
	const stroke = (loop: readonly Point[], width: number) => {
		pen.line('shoulderNear', loop, iron.ink, width + 0.01, { taper: 0 });
		pen.line('shoulderNear', loop, iron.light, width, { taper: 0 });
	};
	stroke(
		[
			[x - 0.028, top + 0.004],
			[x - 0.026, top - 0.018],
			[x, top - 0.026],
			[x + 0.026, top - 0.018],
			[x + 0.028, top + 0.004],
		],
		0.008,
	);
	const stud = y - above.stud;
	const link = ellipseOutline(x, (top - 0.024 + stud) / 2, 0.01, (top - 0.02 - stud) / 2);
	pen.form('shoulderNear', pen.disc(x, stud, 0.021), iron, { depth: 0.006 });
	stroke([...link, link[0]!], 0.006);
	pen.pattern('shoulderNear', null, [pen.disc(x - 0.007, stud - 0.009, 0.004)], iron.spec);
}

/** Folds of the cloth that end beneath a casket would show below it like teeth. */
function smoothCloth({ recorder: { marks } }: Studio, [x, y]: Spot): void {
	const isBeneath = (mark: Mark): boolean => {
		if (mark.kind !== 'fill' || mark.layer !== layers.garment || computeSpan(mark.shape) > 0.2) return false;
		const { left, right, top, bottom } = mark.shape.bounds;
		return left < x + 0.065 && right > x - 0.065 && top < y + 0.055 && bottom > y - 0.05;
	};
	marks.splice(0, marks.length, ...marks.filter((mark) => !isBeneath(mark)));
}

/** A locked iron casket that hangs before the breast. */
function drawCasket(s: Studio, rig: Rig, places: Places): void {
	const green = s.colors.tone(soulLight);
	const iron = s.colors.ramp('metal', [0.46, 0.035, 165]);
	const spot = raiseAboveFrame(s, places, placeCasket(s, rig, places), 0.06);
	const [x, y] = spot;
	smoothCloth(s, spot);
	hangCasket(s, spot, iron);
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
	draw: drawDeadEyes,
	finish: drawCasket,
});
