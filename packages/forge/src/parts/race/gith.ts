import { findOn } from '../../anatomy/fangs.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** Three knots stacked from the brow to the back of the head. */
function drawKnots(s: Studio, { hair }: HumanoidParts): void {
	if (s.hidden.has('hair') || s.hidden.has('front-hair')) return;
	const cord = s.colors.ramp('leather', [0.42, 0.07, 40]);
	for (const [x, y, r] of [
		[0.75, 0.335, 0.062],
		[0.703, 0.165, 0.07],
		[0.53, 0.072, 0.08],
	] as const) {
		const knot = s.head.form('hairBack', ellipseOutline(x, y, r, r * 0.92), hair, { depth: 0.016, rim: true });
		for (const k of [-0.4, 0.35])
			s.head.line(
				'hairBack',
				[
					[x - r * 0.8, y + r * (k + 0.3)],
					[x, y + r * (k - 0.15)],
					[x + r * 0.8, y + r * (k + 0.2)],
				],
				hair.deep,
				0.01,
				{ clip: knot, taper: 0.8 },
			);
	}
	// Each knot is tied where it leaves the skull, its cord as wide as the knot is there.
	for (const root of [
		points('0.478 0.132, 0.53 0.112, 0.582 0.134'),
		points('0.638 0.15, 0.677 0.18, 0.698 0.223'),
		points('0.7 0.296, 0.717 0.335, 0.706 0.374'),
	] as const) {
		const tie = s.head.form('hairFront', s.head.ribbon(root, 0.034, 0.1), cord, { depth: 0.005, width: 0.8 });
		const [[fromX, fromY], , [toX, toY]] = root as readonly [Point, Point, Point];
		for (const share of [0.2, 0.4, 0.6, 0.8]) {
			const [x, y] = findOn(root, share);
			const [acrossX, acrossY] = [(fromY - toY) * 0.2, (toX - fromX) * 0.2];
			s.head.line(
				'hairFront',
				[
					[x - acrossX, y - acrossY],
					[x + acrossX, y + acrossY],
				],
				cord.ink,
				0.005,
				{ clip: tie },
			);
		}
	}
}

export const gith = definePart({
	slot: 'race',
	id: 'gith',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.87, 0.055, 112],
				[0.83, 0.06, 118],
				[0.89, 0.045, 104],
			],
			hairs: ['boundBack'],
			hairTones: [
				[0.34, 0.06, 50],
				[0.55, 0.03, 90],
				[0.28, 0.03, 30],
			],
			ears: { kind: 'pointed', length: 0.07, rise: 0.0, breadth: 0.85 },
			jaw: 0.86,
			chinDrop: 0.016,
			gaunt: true,
			eyes: ['almond', 'upturned'],
			irises: [
				[0.7, 0.13, 60],
				[0.66, 0.1, 190],
			],
			noses: ['flat', 'long'],
			brows: ['thin', 'straight'],
			beards: ['none'],
			blush: false,
			extra: (s, parts) => {
				const paint = s.colors.tone([0.5, 0.09, 60]);
				s.head.line('markings', points('0.465 0.3, 0.466 0.34, 0.465 0.385'), paint, 0.014, {
					clip: parts.head,
					taper: 0.5,
				});
				drawKnots(s, parts);
			},
		}),
});
