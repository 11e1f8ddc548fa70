import type { ForgeCanvas, ForgeSurface } from '../../surface.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { css } from '../color.ts';
import type { Bounds } from '../shape.ts';
import type { LineInk, StylePart } from '../style.ts';

export type Raster = 'dots' | 'lines';

/** Dots of a print raster melt into mush below this picture size. */
const rasterFromPx = 200;

/** The print raster that darkens a style's shadows, or null. */
export function toRaster({ shading }: StylePart, sizePx: number): Raster | null {
	if (sizePx < rasterFromPx) return null;
	return shading === 'halftone' ? 'dots' : shading === 'engraving' ? 'lines' : null;
}

const tilePx = 250;

// One dark ink for all materials, as in print: a single tile then serves the whole picture.
const dark = css(0.2, 0.06, 285, 0.46);
const inks: Partial<Readonly<Record<LineInk, string>>> = {
	sepia: css(0.3, 0.07, 50, 0.5),
	pencil: css(0.28, 0.012, 70, 0.7),
};

function drawTile(surface: ForgeSurface, raster: Raster, pitch: number, side: number, ink: string): ForgeCanvas {
	const canvas = surface.createCanvas(side, side);
	const context = canvas.getContext('2d');
	if (!context) return canvas;
	const path = new surface.Path2D();
	if (raster === 'dots') {
		const radius = pitch * 0.36;
		for (let row = 0; row * pitch < side; row++) {
			for (let column = row % 2; column * pitch < side; column += 2) {
				const [x, y] = [(column + 0.5) * pitch, (row + 0.5) * pitch];
				path.moveTo(x + radius, y);
				path.ellipse(x, y, radius, radius, 0, 0, Math.PI * 2);
			}
		}
	} else {
		const width = pitch * 0.3;
		for (let from = -side; from < side; from += pitch) {
			path.moveTo(from, side);
			path.lineTo(from + side, 0);
			path.lineTo(from + side + width, 0);
			path.lineTo(from + width, side);
			path.closePath();
		}
	}
	context.fillStyle = ink;
	context.fill(path);
	return canvas;
}

/** The picture that a raster belongs to. */
interface RasterJob {
	readonly style: StylePart;
	readonly sizePx: number;
}

interface Tile {
	readonly canvas: ForgeCanvas;
	readonly side: number;
}

// Canvases belong to the kind of context that made them, so the cache hangs on the surface's Path2D class.
const tileCache = new WeakMap<object, BoundedCache<string, Tile>>();

function tileFor(surface: ForgeSurface, raster: Raster, { style, sizePx }: RasterJob): Tile {
	const tiles = tileCache.get(surface.Path2D) ?? new BoundedCache<string, Tile>(8);
	tileCache.set(surface.Path2D, tiles);
	const pitch = Math.max(3, Math.round((style.rasterPx * sizePx) / 1024));
	const ink = inks[style.line] ?? dark;
	return tiles.get(`${raster} ${pitch} ${ink}`, () => {
		// An even number of pitches, so that the tiles meet without a seam.
		const side = 2 * pitch * Math.max(1, Math.round(tilePx / (2 * pitch)));
		return { canvas: drawTile(surface, raster, pitch, side, ink), side };
	});
}

/**
 * Lays the raster over a rectangle of the picture in pixels, inside the context's clip. Tiles are drawn pixel on pixel: a
 * pattern fill costs seven times as much.
 */
export function paintRaster(surface: ForgeSurface, raster: Raster, job: RasterJob, bounds: Bounds): void {
	const { sizePx } = job;
	const { canvas, side } = tileFor(surface, raster, job);
	const [right, bottom] = [Math.min(sizePx, bounds.right), Math.min(sizePx, bounds.bottom)];
	for (let y = Math.floor(Math.max(0, bounds.top) / side) * side; y < bottom; y += side) {
		for (let x = Math.floor(Math.max(0, bounds.left) / side) * side; x < right; x += side)
			surface.context.drawImage(canvas, x, y, side, side);
	}
}
