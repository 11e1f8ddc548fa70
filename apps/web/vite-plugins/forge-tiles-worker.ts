/** Thread of forge-tiles.ts: draws the sheet named by workerData and posts its WebP. */
import { parentPort, workerData } from 'node:worker_threads';
import { bareFigure, drawFigure, type Figure } from '@adx/forge/draw';
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { type OptionTileSheet, tileColumns, tileOptionLists } from '../src/features/create/form/option-tile-sheet.ts';
import type { ForgeSheet } from './forge-tiles.ts';

/** Shown at 64 CSS pixels and more, on screens of one and two device pixels each. */
const tilePx = 128;
// Print rasters show only in larger pictures: draw large, then shrink.
const drawnPx = 256;
const webp = { quality: 50, effort: 6 };

interface Picture {
	readonly figure: Figure;
	readonly seed: string;
}

const ranger: Figure = { ...bareFigure, race: 'elf', class: 'ranger', background: 'forest-glade' };

/** The character of all tiles of which nothing but the option may differ: a narrow head before a scene as it is by day. */
const sharedSeed = 't71065';

/** Four grounds for a tile that stands for many. */
const mixtures: Readonly<Record<string, readonly string[]>> = {
	'random-all': ['mountain-vista', 'volcanic-crater', 'tropical-island', 'castle-ruins'],
	'random-original-landscapes': ['Glimmerfen Hollow', 'Saltglass Reach', 'Moonwell Basin', 'Wyrmspine Terraces'],
};

/** What an option's tile shows: one figure, or four small ones. */
function picturesOf(sheet: OptionTileSheet, value: string): readonly Picture[] {
	switch (sheet) {
		case 'races':
			return [{ figure: { ...bareFigure, race: value }, seed: value }];
		case 'classes':
			return [{ figure: { ...bareFigure, class: value }, seed: value }];
		case 'styles':
			return [{ figure: { ...ranger, artStyle: value }, seed: sharedSeed }];
		case 'backgrounds':
			return (mixtures[value] ?? [value]).map((background) => ({
				figure: { ...bareFigure, background },
				seed: sharedSeed,
			}));
		case 'afflictions':
			return [{ figure: { ...bareFigure, affliction: value }, seed: sharedSeed }];
	}
}

function drawSheet(sheet: OptionTileSheet): Canvas {
	const options = tileOptionLists[sheet];
	const canvas = createCanvas(tileColumns * tilePx, Math.ceil(options.length / tileColumns) * tilePx);
	const context = canvas.getContext('2d');
	context.imageSmoothingQuality = 'high';
	const large = createCanvas(drawnPx, drawnPx);
	const surface = { context: large.getContext('2d'), Path2D, createCanvas };
	for (const [index, { value }] of options.entries()) {
		const pictures = picturesOf(sheet, value);
		const perRow = Math.sqrt(pictures.length);
		const sizePx = tilePx / perRow;
		for (const [part, { figure, seed }] of pictures.entries()) {
			drawFigure(surface, figure, { sizePx: drawnPx, seed });
			const x = (index % tileColumns) * tilePx + (part % perRow) * sizePx;
			const y = Math.floor(index / tileColumns) * tilePx + Math.floor(part / perRow) * sizePx;
			context.drawImage(large, x, y, sizePx, sizePx);
		}
	}
	return canvas;
}

/** Characters as different as the forge makes them, each on a ground of its own: race, class, style, ground, affliction. */
const showcase = [
	['elf', 'ranger', 'bold-classic', 'forest-glade', 'none'],
	['dragonborn', 'sorcerer', 'fantasy-art', 'volcanic-crater', 'none'],
	['tiefling', 'bard', 'bold-modern', 'purple-blue-gradient', 'none'],
	['dwarf', 'paladin', 'rich-shading', 'mountain-vista', 'none'],
	['human', 'wizard', 'classic-fantasy', 'castle-ruins', 'vampirism'],
	['tabaxi', 'rogue', 'comic-book', 'tropical-island', 'none'],
	['orc', 'barbarian', 'sharp-shading', 'Wyrmspine Terraces', 'none'],
] as const;
const showcasePx = 192;

function drawShowcase(): Canvas {
	const canvas = createCanvas(showcase.length * showcasePx, showcasePx);
	const context = canvas.getContext('2d');
	context.imageSmoothingQuality = 'high';
	const sizePx = 2 * showcasePx;
	const large = createCanvas(sizePx, sizePx);
	const surface = { context: large.getContext('2d'), Path2D, createCanvas };
	for (const [index, [race, characterClass, artStyle, background, affliction]] of showcase.entries()) {
		const figure = { ...bareFigure, race, class: characterClass, artStyle, background, affliction };
		drawFigure(surface, figure, { sizePx, seed: race });
		context.drawImage(large, index * showcasePx, 0, showcasePx, showcasePx);
	}
	return canvas;
}

const sheet = workerData as ForgeSheet;
const canvas = sheet === 'showcase' ? drawShowcase() : drawSheet(sheet);
const raw = { width: canvas.width, height: canvas.height, channels: 4 } as const;
parentPort?.postMessage(await sharp(canvas.data(), { raw }).removeAlpha().webp(webp).toBuffer());
