/**
 * Draws or composes images as its parent asks for them. Run by forge.ts, one process per figure:
 * forge-work.ts <forge|layers> <sizePx> <threads>
 *
 * Each line on its standard input is a number of images to make, and is answered by one line of JSON: their CPU time per
 * image and the images per second. It ends with its standard input.
 */
import { createInterface } from 'node:readline';
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
const [sizePx = 1024, threads = 1] = numbers.map(Number);
const layerCount = 8;

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

/** One more image is under way than there are threads, so that none of them waits for this one. */
const inFlight = maker === 'layers' ? 1 : threads + 1;
let nextIndex = 0;

/**
 * Makes images and measures them from the moment the threads are busy until the last of them is made, with others still
 * under way: threads that start and stop together would be counted as slower than they are.
 */
async function make(images: number): Promise<{ cpuMs: number; perSecond: number }> {
	let made = 0;
	let startedAt = 0;
	let startCpu = process.cpuUsage();
	let figures = { cpuMs: Number.NaN, perSecond: Number.NaN };
	const worker = async () => {
		while (made < inFlight + images) {
			await makeOne(nextIndex++);
			made++;
			if (made === inFlight) {
				startedAt = performance.now();
				startCpu = process.cpuUsage();
			} else if (made === inFlight + images) {
				const { user, system } = process.cpuUsage(startCpu);
				figures = {
					cpuMs: (user + system) / 1_000 / images,
					perSecond: (images * 1_000) / (performance.now() - startedAt),
				};
			}
		}
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
	return figures;
}

const makeOne = maker === 'layers' ? await composer() : drawOne;
for await (const line of createInterface({ input: process.stdin })) {
	console.log(JSON.stringify(await make(Number(line))));
}
