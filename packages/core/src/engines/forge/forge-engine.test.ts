import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { planRows } from '../../generation/plan/plan-rows.ts';
import { createForgeEngine } from './forge-engine.ts';

const engine = createForgeEngine(1);

const { rows } = planRows(
	startGenerationInput.parse({
		races: ['elf', 'orc'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: 8,
		engine: 'forge',
	}),
	'engine',
);
const draw = (row: (typeof rows)[number], previews = true) => {
	const { traits, imageSeed } = row;
	return engine.draw({ traits, imageSeed, sizePx: 1_024, previews, signal: AbortSignal.timeout(30_000) });
};

describe('the forge as an engine', () => {
	it('makes a PNG of 1024 px and WebP previews of 512 and 200 px that are what they say', async () => {
		const { full, previews } = await draw(rows[0]!);
		for (const [image, format, px] of [
			[full, 'png', 1_024],
			[previews?.px512, 'webp', 512],
			[previews?.px200, 'webp', 200],
		] as const) {
			expect(image).toMatchObject({ mime: `image/${format}`, width: px, height: px });
			expect(await sharp(image?.bytes).metadata()).toMatchObject({ format, width: px, height: px });
		}
	});

	it('makes the same bytes of the same row, other bytes of another, and no previews unless asked', async () => {
		const [first, again, other] = [
			await draw(rows[0]!, false),
			await draw(rows[0]!, false),
			await draw(rows[1]!, false),
		];
		expect(Buffer.compare(first.full.bytes, again.full.bytes)).toBe(0);
		expect(Buffer.compare(first.full.bytes, other.full.bytes)).not.toBe(0);
		expect(first.previews).toBeNull();
	});

	it('leaves the process free to answer while it draws', async () => {
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		const startedAt = performance.now();
		await Promise.all(rows.map((row) => draw(row)));
		const drawingMs = performance.now() - startedAt;
		delay.disable();
		// Drawn in this thread, every image would hold the loop for about a tenth of it at a stretch.
		expect(delay.percentile(90) / 1e6).toBeLessThan(drawingMs / rows.length / 2);
	});
});
