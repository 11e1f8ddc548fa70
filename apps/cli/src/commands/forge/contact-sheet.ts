import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { drawBackground, drawFigure, type Figure } from '@adx/forge/draw';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { type Canvas, createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { readCommandLine } from '../../command-line/parse-arguments.ts';
import { naming } from '../../command-line/system-errors.ts';
import { UsageError } from '../../command-line/usage-error.ts';

const traits = ['race', 'class', 'style', 'affliction', 'background'] as const;
type Trait = (typeof traits)[number];

export const contactSheetUsage = `Usage: npm run contact-sheet -- --by race|class|style|affliction|background --out FILE.png [options]

Draws every value of one trait into one labelled picture.

  --by TRAIT     race, class, style, affliction or background
  --out FILE     the PNG to write
  --tile N       side of one picture in pixels, 64 to 256 (default 128)
  --seed TEXT    other faces of the same values (default 1)`;

interface SheetOptions {
	readonly by: Trait;
	readonly out: string;
	readonly tilePx: number;
	readonly seed: string;
}

interface Tile {
	readonly label: string;
	readonly figure: Figure;
	readonly seed: string;
	/** Leaves the figure out, where the scene behind it is judged. */
	readonly sceneOnly?: boolean;
	/** Shows the head alone, where lines and shading are judged. */
	readonly closeUp?: boolean;
}

/** `npm run contact-sheet`: all values of one trait side by side, to be judged by eye. */
export async function run(args: string[]): Promise<number> {
	const options = readOptions(args);
	if (options === 'help') {
		console.log(contactSheetUsage);
		return 0;
	}
	const out = resolve(options.out);
	await naming(`--out ${out}`, () => mkdir(dirname(out), { recursive: true }));
	const png = await drawSheet(tilesOf(options), options.tilePx);
	await naming(`--out ${out}`, () => writeFile(out, png));
	return 0;
}

/** Reads the command line; throws a UsageError that names the option. */
export function readOptions(args: string[]): SheetOptions | 'help' {
	const values = parse(args);
	if (values.help) return 'help';
	const by = traits.find((trait) => trait === values.by);
	if (by === undefined) throw new UsageError(`--by: expected one of ${traits.join(', ')}. See --help.`);
	if (values.out === undefined) throw new UsageError('Say where to write: --out FILE.png. See --help.');
	const tilePx = Number(values.tile ?? '128');
	if (!(Number.isInteger(tilePx) && tilePx >= 64 && tilePx <= 256))
		throw new UsageError('--tile: expected a whole number from 64 to 256. See --help.');
	return { by, out: values.out, tilePx, seed: values.seed ?? '1' };
}

function parse(args: string[]) {
	return readCommandLine({
		args,
		strict: true,
		options: {
			by: { type: 'string' },
			out: { type: 'string' },
			tile: { type: 'string' },
			seed: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}

// Monks wear nothing on their heads; a calm ground suits everything that is judged by the figure.
const plain: Figure = {
	race: 'human',
	class: 'monk',
	artStyle: 'bold-classic',
	background: 'purple-blue-gradient',
	affliction: 'none',
	divinity: 'none',
	items: 'none',
	magicalStone: 'none',
};

const invented = ['Emberfall Orchard', 'Pale Heron Marsh', 'Saltglass Reach', 'The Sleeping Stair', 'Foxfire Hills'];

/** One tile per value. Styles and afflictions share one seed, so that nothing but them changes. */
function tilesOf({ by, seed }: SheetOptions): Tile[] {
	const own = (value: string) => `${seed}/${value}`;
	switch (by) {
		case 'race':
			return races.map(({ value, label }) => ({ label, figure: { ...plain, race: value }, seed: own(value) }));
		case 'class':
			return classes.map(({ value, label }, i) => ({
				label,
				figure: { ...plain, class: value, race: i % 2 ? 'elf' : 'human' },
				seed: own(value),
			}));
		case 'style': {
			// Skin, hair, cloth and metal before a sky: what styles treat differently.
			const knight = { ...plain, race: 'elf', class: 'paladin', background: 'mountain-vista' };
			return artStyles.map(({ value, label }) => ({
				label,
				figure: { ...knight, artStyle: value },
				seed: own('style'),
				closeUp: true,
			}));
		}
		case 'affliction':
			return afflictions.map(({ value, label }) => ({
				label,
				figure: { ...plain, affliction: value },
				seed: own('mark'),
			}));
		case 'background':
			return [
				...sceneBackgrounds,
				{ value: 'purple-blue-gradient', label: 'Purple-Blue Gradient' },
				...invented.map((name) => ({ value: name, label: name })),
			].map(({ value, label }) => ({
				label,
				figure: { ...plain, background: value },
				seed: own(value),
				sceneOnly: true,
			}));
	}
}

const gapPx = 8;
const sheetColor = '#f6f4fa';
const textColor = '#2a2338';
const fontFamily = 'Contact sheet label';

async function drawSheet(tiles: readonly Tile[], tilePx: number): Promise<Buffer> {
	const font = createRequire(import.meta.url).resolve(
		'@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
	);
	GlobalFonts.registerFromPath(font, fontFamily);
	const columns = Math.ceil(Math.sqrt(tiles.length * 1.25));
	const textPx = Math.max(10, Math.round(tilePx * 0.1));
	const [stepX, stepY] = [tilePx + gapPx, tilePx + Math.round(textPx * 2.6)];
	const sheet = createCanvas(columns * stepX + gapPx, Math.ceil(tiles.length / columns) * stepY + gapPx);
	const context = sheet.getContext('2d');
	context.fillStyle = sheetColor;
	context.fillRect(0, 0, sheet.width, sheet.height);
	context.imageSmoothingQuality = 'high';
	// Print rasters show only in larger pictures: draw large, then shrink.
	const large = createCanvas(Math.max(256, tilePx * 2), Math.max(256, tilePx * 2));
	tiles.forEach((tile, i) => {
		const [x, y] = [gapPx + (i % columns) * stepX, gapPx + Math.floor(i / columns) * stepY];
		drawTile(large, tile);
		const [fromX, fromY, share] = tile.closeUp ? [0.15, 0.08, 0.7] : [0, 0, 1];
		const side = large.width;
		context.drawImage(large, side * fromX, side * fromY, side * share, side * share, x, y, tilePx, tilePx);
		drawLabel(context, tile.label, { x: x + tilePx / 2, y: y + tilePx + textPx, widthPx: tilePx + gapPx - 2, textPx });
	});
	const raw = { width: sheet.width, height: sheet.height, channels: 4 } as const;
	return sharp(sheet.data(), { raw })
		.removeAlpha()
		.png({ palette: true, colours: 96, dither: 0.4, effort: 10, compressionLevel: 9 })
		.toBuffer();
}

function drawTile(canvas: Canvas, { figure, seed, sceneOnly = false }: Tile): void {
	const surface = { context: canvas.getContext('2d'), Path2D, createCanvas };
	const options = { sizePx: canvas.width, seed };
	if (sceneOnly) drawBackground(surface, figure, options);
	else drawFigure(surface, figure, options);
}

interface LabelPlace {
	readonly x: number;
	readonly y: number;
	readonly widthPx: number;
	readonly textPx: number;
}

/** One centred line, or two where a long name has a place to break. */
function drawLabel(context: SKRSContext2D, label: string, { x, y, widthPx, textPx }: LabelPlace): void {
	context.font = `600 ${textPx}px "${fontFamily}"`;
	context.fillStyle = textColor;
	context.textAlign = 'center';
	const lines = [label];
	if (context.measureText(label).width > widthPx) {
		const breaks = [...label.matchAll(/[ -]/g)].map(({ index }) => index + 1);
		const middle = breaks.sort((a, b) => Math.abs(a - label.length / 2) - Math.abs(b - label.length / 2))[0];
		if (middle !== undefined) lines.splice(0, 1, label.slice(0, middle).trim(), label.slice(middle));
	}
	for (const [i, line] of lines.entries()) context.fillText(line, x, y + i * textPx * 1.1, widthPx);
}
