import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';
import { stars } from '../../scenery.ts';

const runeTone: Lch = [0.74, 0.11, 190];

/** A near standing stone with runes of light cut into it. */
function megalith(b: Backdrop, x: number, lean: number): void {
	b.slab(
		[
			[x - 0.1, 1.0],
			[x - 0.085 + lean, 0.34],
			[x + 0.03 + lean, 0.27],
			[x + 0.085 + lean, 0.33],
			[x + 0.1, 1.0],
		],
		[0.38, 0.05, 300],
	);
	b.slab(
		[
			[x + 0.03, 1.0],
			[x + 0.03 + lean, 0.27],
			[x + 0.085 + lean, 0.33],
			[x + 0.1, 1.0],
		],
		[0.3, 0.05, 295],
	);
	b.glow(x + lean, 0.55, 0.16, [0.78, 0.13, 190], 0.5, true);
	const runes = [
		[0.43, [-0.02, 0.012]],
		[0.54, [0.022, -0.014]],
		[0.65, [-0.018, -0.008]],
	] as const;
	for (const [y, [across, down]] of runes) {
		if (!b.holdsMark(x + lean, y, [0.38, 0.05, 300])) continue;
		const at = x + lean;
		// Stems, as arrowheads would point at something.
		b.slab(
			[
				[at - 0.005, y - 0.035],
				[at + 0.005, y - 0.035],
				[at + 0.005, y + 0.035],
				[at - 0.005, y + 0.035],
			],
			runeTone,
		);
		for (const from of [-0.018, 0.006])
			b.slab(
				[
					[at, y + from],
					[at + across, y + from + down],
					[at + across, y + from + down + 0.011],
					[at, y + from + 0.011],
				],
				runeTone,
			);
	}
}

/** Standing stones cut with lines of light. */
function drawCircle(b: Backdrop): void {
	b.sky([0.3, 0.1, 295], [0.5, 0.13, 330], [0.78, 0.13, 55]);
	stars(b, 20, 0.3);
	b.ridge({ y: 0.6, swing: 0.05, peaks: 2, jagged: 0.4, tone: [0.46, 0.1, 320], foot: [0.6, 0.1, 20] });
	b.ridge({ y: 0.7, swing: 0.02, peaks: 1.5, jagged: 0, tone: [0.42, 0.08, 330] });
	for (const [x, h, w] of [
		[0.26, 0.26, 0.04],
		[0.37, 0.2, 0.03],
		[0.64, 0.2, 0.032],
		[0.74, 0.27, 0.04],
	] as const)
		b.slab(
			[
				[x - w, 0.76],
				[x - w * 0.85, 0.76 - h],
				[x + w * 0.6, 0.75 - h - 0.02],
				[x + w, 0.76],
			],
			[0.42, 0.05, 310],
		);
	b.slab(points('0.2 0.5, 0.2 0.46, 0.42 0.5, 0.42 0.54'), [0.46, 0.05, 310]);
	megalith(b, 0.1, 0.02);
	megalith(b, 0.9, -0.02);
	b.ridge({ y: 0.9, swing: 0.02, peaks: 2, jagged: 0.3, tone: [0.28, 0.06, 310] });
	for (const [x, y] of [
		[0.24, 0.86],
		[0.78, 0.87],
		[0.04, 0.95],
		[0.97, 0.95],
	] as const) {
		b.glow(x, y - 0.01, 0.12, [0.8, 0.16, 60], 0.7, true);
		b.slab(
			[
				[x - 0.018, y],
				[x - 0.012, y + 0.025],
				[x + 0.012, y + 0.025],
				[x + 0.018, y],
			],
			[0.4, 0.07, 40],
		);
		b.mass(
			[
				[x, y - 0.035, 0.1],
				[x + 0.011, y - 0.008],
				[x, y + 0.002],
				[x - 0.011, y - 0.008],
			],
			[0.9, 0.14, 80],
		);
	}
}

/** A gate of three stones at the head of a stair. */
function drawGate(b: Backdrop): void {
	b.sky([0.26, 0.1, 290], [0.46, 0.13, 325], [0.8, 0.13, 60]);
	stars(b, 26, 0.34);
	b.ridge({ y: 0.58, swing: 0.06, peaks: 2, jagged: 0.5, tone: [0.44, 0.1, 318], foot: [0.6, 0.11, 25] });
	b.glow(0.68, 0.46, 0.3, [0.8, 0.12, 190], 0.6, true);
	for (const [stone, tone] of [
		[points('0.46 0.82, 0.48 0.26, 0.56 0.24, 0.59 0.82'), [0.4, 0.05, 305]],
		[points('0.8 0.82, 0.82 0.24, 0.9 0.26, 0.93 0.82'), [0.36, 0.05, 300]],
		[points('0.42 0.26, 0.44 0.15, 0.94 0.13, 0.97 0.25'), [0.44, 0.05, 308]],
		[points('0.54 0.82, 0.545 0.25, 0.56 0.24, 0.59 0.82'), [0.3, 0.05, 298]],
		[points('0.88 0.82, 0.885 0.26, 0.9 0.26, 0.93 0.82'), [0.27, 0.05, 295]],
		[points('0.42 0.26, 0.425 0.225, 0.965 0.215, 0.97 0.25'), [0.32, 0.05, 300]],
	] as const)
		b.slab(stone, tone);
	const lozenges = [
		[0.51, 0.38],
		[0.52, 0.5],
		[0.52, 0.62],
		[0.85, 0.38],
		[0.86, 0.5],
		[0.86, 0.62],
		[0.6, 0.19],
		[0.7, 0.185],
		[0.8, 0.18],
	] as const;
	for (const [x, y] of lozenges.filter(([x, y]) => b.holdsMark(x, y, [0.4, 0.05, 305])))
		b.slab(
			[
				[x - 0.014, y],
				[x, y - 0.022],
				[x + 0.014, y],
				[x, y + 0.022],
			],
			[0.88, 0.11, 190],
		);
	for (let i = 0; i < 5; i++)
		b.slab(
			[
				[0.44 - i * 0.035, 0.8 + i * 0.042],
				[0.95 + i * 0.02, 0.8 + i * 0.042],
				[0.97 + i * 0.02, 0.85 + i * 0.042],
				[0.42 - i * 0.035, 0.85 + i * 0.042],
			],
			i % 2 ? [0.34, 0.05, 305] : [0.42, 0.06, 315],
		);
	megalith(b, 0.1, 0.02);
	for (const [x, y] of [
		[0.32, 0.84],
		[0.26, 0.94],
	] as const) {
		b.glow(x, y - 0.01, 0.14, [0.8, 0.16, 60], 0.7, true);
		b.mass(
			[
				[x, y - 0.05, 0.1],
				[x + 0.016, y - 0.01],
				[x, y + 0.006],
				[x - 0.016, y - 0.01],
			],
			[0.9, 0.14, 80],
		);
	}
}

export const templeStones = definePart({
	slot: 'background',
	id: 'temple-stones',
	halo: [0.74, 0.11, 45],
	rim: [0.84, 0.13, 60],
	draw(b) {
		b.random.pick([drawCircle, drawGate])(b);
	},
});
