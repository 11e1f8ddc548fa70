import { createRequire } from 'node:module';
import { drawBackground, drawFigure, type Figure } from '@adx/forge/draw';
import { type Canvas, createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';

export interface Tile {
	readonly label: string;
	readonly figure: Figure;
	readonly seed: string;
	/** Leaves the figure out, where the scene behind it is judged. */
	readonly sceneOnly?: boolean;
	/** Shows the head alone, where lines and shading are judged. */
	readonly showsHeadOnly?: boolean;
}

const gapPx = 8;
const sheetColor = '#f6f4fa';
const textColor = '#2a2338';
const fontFamily = 'Contact sheet label';

/** Draws the labelled tiles into one PNG, a little wider than high. */
export async function drawSheet(tiles: readonly Tile[], tilePx: number): Promise<Buffer> {
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
		const [fromX, fromY, share] = tile.showsHeadOnly ? [0.15, 0.08, 0.7] : [0, 0, 1];
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
