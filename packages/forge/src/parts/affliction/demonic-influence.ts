import { outgrow } from '../../anatomy/outgrowth.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

/** Half the distance between the horns' roots, where each pair may stand, from the widest on. */
const pairs = [0.0925, 0.045] as const;
const rootHalf = 0.04;

/** Whether an ear, a horn or a fin of the race's own already grows there. */
function isTaken({ recorder: { outgrowths } }: Studio, [x, y]: Spot): boolean {
	return outgrowths.some(
		({ base, half }) => Math.abs(base[0] - x) < half + rootHalf * 0.8 && Math.abs(base[1] - y) < 0.1,
	);
}

function drawHorn(s: Studio, { crown: [cx, cy], skin }: Rig, dx: number, ember: Ramp): void {
	const lean = dx > 0 ? 0.02 : -0.02;
	const base = [cx + dx, cy + 0.078] as const;
	outgrow(s, { base, tip: [cx + dx + lean * 3, cy - 0.095], half: rootHalf }, () => {
		s.head.form(
			'ears',
			[
				[cx + dx - 0.036, cy + 0.07, 0.4],
				[cx + dx - 0.024, cy - 0.005],
				[cx + dx + lean * 3, cy - 0.095, 0.1],
				[cx + dx + lean * 1.2 + 0.026, cy + 0.005],
				[cx + dx + 0.038, cy + 0.085, 0.4],
			],
			ember,
			{ depth: 0.01, rim: true },
		);
		s.head.form('ears', s.head.disc(base[0], base[1], 0.05, 0.02, lean > 0 ? 14 : -14), skin, {
			depth: 0.006,
			width: 0.6,
			contour: false,
		});
	});
	s.head.glow('ears', [cx + dx + lean * 2, cy - 0.06, 0.1], ember.light, { alpha: 0.6 });
}

/** Horns beside or between what grows on the skull, and none where it leaves no room: they would stand in an ear. */
function drawHorns(s: Studio, rig: Rig, ember: Ramp): void {
	const [cx, cy] = rig.crown;
	const half = pairs.find((out) => [out, -out].every((dx) => !isTaken(s, [cx + 0.0075 + dx, cy + 0.078])));
	if (half === undefined) return;
	for (const dx of [half + 0.0075, 0.0075 - half]) drawHorn(s, rig, dx, ember);
}

export const demonicInfluence = definePart({
	slot: 'affliction',
	id: 'demonic-influence',
	draw(s, rig) {
		const ember = s.colors.ramp('gem', [0.5, 0.18, 28]);
		drawHorns(s, rig, ember);
		for (const [ex, ey] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [ex, ey, rig.eyeHalf * 0.8], s.colors.tone([0.72, 0.2, 45]), {
				alpha: 0.85,
				blend: 'cover',
				clip: rig.headShape,
			});
		const glow = s.colors.tone([0.72, 0.19, 45]);
		const [x, y] = rig.cheekNear;
		for (const line of [
			[
				[x - 0.02, y + 0.07],
				[x, y + 0.03],
				[x - 0.015, y],
				[x + 0.02, y - 0.04],
			],
			[
				[x, y + 0.03],
				[x + 0.035, y + 0.02],
			],
		] as const)
			s.head.line('skinAffliction', line, glow, 0.026, { clip: rig.headShape });
		s.head.glow('skinAffliction', [x, y + 0.02, 0.1], glow, { alpha: 0.6 });
	},
});
