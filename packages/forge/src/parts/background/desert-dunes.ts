import { definePart } from '../../engine/part.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';

/** Dunes with crisp crests under a high sun. */
function drawDunes(b: Backdrop): void {
	b.sky([0.66, 0.1, 235], [0.84, 0.07, 85], [0.93, 0.08, 80]);
	b.glow(0.72, 0.2, 0.3, [0.98, 0.06, 95], 0.9);
	b.oval(0.72, 0.2, 0.08, 0.08, [0.98, 0.05, 95]);
	b.ridge({ y: 0.5, swing: 0.03, peaks: 2, jagged: 0.6, tone: [0.82, 0.07, 65], foot: [0.88, 0.07, 75] });
	for (const [y, tone, shade, flip] of [
		[0.58, [0.82, 0.11, 72], [0.64, 0.1, 50], 1],
		[0.7, [0.78, 0.12, 68], [0.56, 0.1, 40], -1],
		[0.84, [0.72, 0.12, 64], [0.48, 0.1, 35], 1],
	] as const) {
		const crest = (x: number) => 0.5 + flip * (x - 0.5);
		const wave = b.random.range(-0.05, 0.05);
		b.mass(
			[
				[-0.1, y + 0.1, 0.3],
				[crest(0.15), y + 0.06],
				[crest(0.45) + wave, y - 0.06, 0.5],
				[crest(0.75), y + 0.05],
				[1.1, y + 0.02, 0.3],
				[1.1, 1.2, 0],
				[-0.1, 1.2, 0],
			],
			tone,
		);
		b.mass(
			[
				[crest(0.45) + wave, y - 0.06, 0.2],
				[crest(0.6), y + 0.0],
				[crest(0.85), y + 0.06],
				[crest(1.08), y + 0.04, 0.2],
				[crest(1.08), y + 0.3, 0.2],
				[crest(0.62), y + 0.2],
				[crest(0.52) + wave, y + 0.06],
			],
			shade,
			0.85,
		);
	}
	for (let i = 0; i < 7; i++) b.oval(b.random.range(0, 1), 0.9 + i * 0.014, 0.14, 0.003, [0.84, 0.1, 75], 0.5);
}

/** Table mountains over a bare plain, the sun low behind them: whatever grew there would touch what hands hold. */
function drawMesas(b: Backdrop): void {
	b.sky([0.62, 0.11, 250], [0.82, 0.1, 55], [0.94, 0.09, 82]);
	b.glow(0.3, 0.48, 0.4, [0.98, 0.08, 88], 0.9);
	b.oval(0.3, 0.5, 0.09, 0.09, [0.98, 0.06, 95]);
	b.ridge({ y: 0.58, swing: 0.015, peaks: 2, jagged: 0.8, tone: [0.8, 0.08, 60], foot: [0.88, 0.08, 75] });
	for (const [left, right, top, tone, band] of [
		[0.06, 0.24, 0.36, [0.66, 0.1, 45], [0.76, 0.1, 60]],
		[0.62, 1.04, 0.22, [0.58, 0.11, 40], [0.7, 0.11, 55]],
		[0.5, 0.62, 0.46, [0.64, 0.1, 45], [0.74, 0.1, 60]],
	] as const) {
		const foot = 0.72;
		b.slab(
			[
				[left - 0.06, foot],
				[left - 0.01, top + 0.16],
				[left + 0.012, top + 0.01],
				[left + 0.03, top],
				[right - 0.02, top + 0.012],
				[right, top + 0.15],
				[right + 0.06, foot],
			],
			tone,
		);
		for (const t of [0.18, 0.34, 0.5])
			b.slab(
				[
					[left, top + (foot - top) * t],
					[right, top + (foot - top) * t + 0.008],
					[right, top + (foot - top) * t + 0.022],
					[left, top + (foot - top) * t + 0.018],
				],
				band,
				0.7,
			);
	}
	b.ridge({ y: 0.72, swing: 0.02, peaks: 1.5, jagged: 0, tone: [0.76, 0.11, 66] });
	b.ridge({ y: 0.84, swing: 0.03, peaks: 1.2, jagged: 0, tone: [0.66, 0.11, 55] });
}

export const desertDunes = definePart({
	slot: 'background',
	id: 'desert-dunes',
	halo: [0.92, 0.07, 90],
	draw(b) {
		b.random.pick([drawDunes, drawMesas])(b);
	},
});
