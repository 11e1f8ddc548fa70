/**
 * Draws or composes images and prints `warm` after the warm-up, then one line of JSON with its CPU time per image and
 * images per second. Run by forge.ts, one process per figure:
 * forge-work.ts <forge|layers> <images> <sizePx> <threads> <warmUpImages> <passes>
 *
 * Every pass makes the same images, without a pause: threads that waited for each other after every block would be counted
 * as slower than they are. What else a machine does only ever adds to the time of a block of images, so each block counts
 * with the least CPU time it took in any pass, and the images per second are those of the fastest pass.
 */
import { createForgeEngine } from '@adx/core/engines/forge/forge-engine';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { items } from '@adx/validators/catalogue/items';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import sharp from 'sharp';

const [maker, ...numbers] = process.argv.slice(2);
const [images = 100, sizePx = 1024, threads = 1, warmUpImages = 20, passes = 1] = numbers.map(Number);
const layerCount = 8;
const blockImages = 33;

// As in the engine: one core per image.
sharp.concurrency(1);
sharp.cache(false);

/** Walks through all values at steps that share no factor with the lists' lengths. */
function createTraits(index: number): ImageTraits {
	const at = <Option extends { readonly value: string }>(options: readonly Option[], step: number) =>
		options[(index * step) % options.length]!.value as Option['value'];
	return {
		race: at(races, 1),
		class: at(classes, 5),
		artStyle: at(artStyles, 3),
		background: at(sceneBackgrounds, 5),
		affliction: at(afflictions, 2),
		divinity: at(divinities, 1),
		items: at(items, 1),
		magicalStone: at(stones, 1),
		rarity: index % 10 === 0 ? 'Rare' : 'Common',
	};
}

const engine = createForgeEngine(threads);
const signal = new AbortController().signal;
const drawOne = async (index: number) => {
	const { full } = await engine.draw({
		traits: createTraits(index),
		imageSeed: `bench-${index}`,
		sizePx,
		previews: false,
		signal,
	});
	return full.bytes;
};

/** The layers of one character: a whole ground and seven cut-outs of ever smaller ovals, as PNG files in memory. */
async function makeLayers(variant: number): Promise<Buffer[]> {
	const layers: Buffer[] = [];
	for (let layer = 0; layer < layerCount; layer++) {
		const picture = await drawOne(variant * layerCount + layer);
		const radius = Math.round(sizePx * (0.5 - layer * 0.045));
		const oval = `<svg width="${sizePx}" height="${sizePx}"><ellipse cx="${sizePx / 2}" cy="${sizePx / 2}" rx="${radius}" ry="${Math.round(radius * 0.6)}"/></svg>`;
		const cut = sharp(picture).ensureAlpha();
		if (layer > 0) cut.composite([{ input: Buffer.from(oval), blend: 'dest-in' }]);
		layers.push(await cut.png({ compressionLevel: 6 }).toBuffer());
	}
	return layers;
}

async function composer(): Promise<(index: number) => Promise<Buffer>> {
	const variants = await Promise.all([0, 1, 2].map(makeLayers));
	return (index) => {
		const [ground, ...over] = Array.from(
			{ length: layerCount },
			(_, i) => variants[(index + i) % variants.length]![i]!,
		);
		return sharp(ground)
			.composite(over.map((input) => ({ input })))
			.png({ compressionLevel: 6 })
			.toBuffer();
	};
}

async function makeAll(from: number, to: number, onMade = () => {}): Promise<void> {
	const indexes = Array.from({ length: to - from }, (_, i) => from + i).values();
	const worker = async () => {
		for (const index of indexes) {
			await makeOne(index);
			onMade();
		}
	};
	// One more than there are threads, so that none of them waits for this one.
	await Promise.all(Array.from({ length: maker === 'layers' ? 1 : threads + 1 }, worker));
}

const makeOne = maker === 'layers' ? await composer() : drawOne;
await makeAll(0, warmUpImages);
console.log('warm');
const leastCpuMs: number[] = [];
let perSecond = 0;
for (let pass = 0; pass < passes; pass++) {
	const startedAt = performance.now();
	let cpuBefore = process.cpuUsage();
	let made = 0;
	await makeAll(warmUpImages, warmUpImages + images, () => {
		made++;
		if (made % blockImages !== 0 && made !== images) return;
		const block = Math.ceil(made / blockImages) - 1;
		const { user, system } = process.cpuUsage(cpuBefore);
		leastCpuMs[block] = Math.min(leastCpuMs[block] ?? Number.POSITIVE_INFINITY, (user + system) / 1_000);
		cpuBefore = process.cpuUsage();
	});
	perSecond = Math.max(perSecond, (images * 1_000) / (performance.now() - startedAt));
}
const cpuMs = leastCpuMs.reduce((sum, ms) => sum + ms, 0) / images;
console.log(JSON.stringify({ cpuMs, perSecond }));
// Held until the parent has read this process's memory.
setTimeout(() => process.exit(0), 2_000);
