import { definePart } from '../../engine/part.ts';

export const desertDunes = definePart({
	slot: 'background',
	id: 'desert-dunes',
	halo: [0.92, 0.07, 90],
	draw(b) {
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
	},
});
