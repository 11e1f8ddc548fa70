import type { ForgeCanvas, ForgeContext, ForgeSurface } from '../surface.ts';
import { BoundedCache } from './bounded-cache.ts';

/** A light that falls steeply to `kneeShare` of its strength at `knee` of its radius, then slowly to nothing. */
export interface SoftDisc {
	readonly x: number;
	readonly y: number;
	readonly radius: number;
	readonly knee: number;
	readonly kneeShare: number;
	/** Picture pixels per unit of the coordinates: distinguishes wide lights from small ones. */
	readonly pxPerUnit: number;
}

interface Falloff {
	readonly reach: number;
	readonly peak: number;
}

/** Two gradients of two stops cost half of one with three. */
function toFalloffs({ radius, knee, kneeShare }: SoftDisc, alpha: number, adds: boolean): readonly Falloff[] {
	const wide = (alpha * kneeShare) / (1 - knee);
	const core = adds ? alpha - wide : (alpha - wide) / (1 - wide);
	return [
		{ reach: radius, peak: wide },
		{ reach: radius * knee, peak: core },
	];
}

function createGradient(
	context: ForgeContext,
	x: number,
	y: number,
	{ reach, peak }: Falloff,
	colorOf: (alpha: number) => string,
): object {
	const gradient = context.createRadialGradient(x, y, 0, x, y, reach);
	gradient.addColorStop(0, colorOf(peak));
	gradient.addColorStop(1, colorOf(0));
	return gradient;
}

/** A wide light is drawn in blocks so small that one differs from the next by a level or two of 256. */
const blocksPerRadius = 54;
/** Twice that many blocks at most fit into a radius, as their sides are powers of two. */
const spriteSidePx = 4 * (blocksPerRadius + 2);

/** Side of a wide light's blocks in pixels, a power of two as the sky's strips are; 1 for small lights. */
const toBlockSize = (radiusPx: number) => 2 ** Math.max(0, Math.floor(Math.log2(radiusPx / blocksPerRadius)));

// Canvases belong to the kind of context that made them, so the sprites hang on the surface's Path2D class.
const spriteCache = new WeakMap<object, BoundedCache<number, ForgeCanvas>>();

/** A sprite of at least so many pixels a side. Its every use copies it whole, so small lights have one of half the side. */
function spriteFor(surface: ForgeSurface, sidePx: number): ForgeCanvas {
	const sprites = spriteCache.get(surface.Path2D) ?? new BoundedCache<number, ForgeCanvas>(2);
	spriteCache.set(surface.Path2D, sprites);
	const side = sidePx > spriteSidePx / 2 ? spriteSidePx : spriteSidePx / 2;
	return sprites.get(side, () => surface.createCanvas(side, side));
}

interface BlockPlace {
	/** Centre and radius in pixels of the target. */
	readonly x: number;
	readonly y: number;
	readonly radius: number;
	readonly block: number;
}

/** A disc's rows from top to bottom, as shares of its radius: the empty corners of its square would cost as much as light. */
const slices = [
	{ until: -0.86, wide: 0.54 },
	{ until: -0.6, wide: 0.83 },
	{ until: 0.6, wide: 1 },
	{ until: 0.86, wide: 0.83 },
	{ until: 2, wide: 0.54 },
] as const;

/** Draws the light on the sprite, a pixel a block, and lays it over the picture enlarged, on whole pixels. */
function paintBlocks(
	surface: ForgeSurface,
	disc: SoftDisc,
	{ x, y, radius, block }: BlockPlace,
	alpha: number,
	adds: boolean,
	colorOf: (alpha: number) => string,
): void {
	const reach = Math.ceil(radius / block) + 1;
	const side = 2 * reach + 1;
	const sprite = spriteFor(surface, side);
	const small = sprite.getContext('2d');
	if (!small) return;
	const [left, top] = [Math.floor(x / block) - reach, Math.floor(y / block) - reach];
	small.clearRect(0, 0, side, side);
	small.globalCompositeOperation = adds ? 'lighter' : 'source-over';
	const [middleX, middleY] = [x / block - left, y / block - top];
	for (const falloff of toFalloffs({ ...disc, radius: radius / block }, alpha, adds)) {
		small.fillStyle = createGradient(small, middleX, middleY, falloff, colorOf);
		const box = Math.ceil(falloff.reach) + 1;
		small.fillRect(Math.floor(middleX) - box, Math.floor(middleY) - box, 2 * box + 1, 2 * box + 1);
	}
	const { context } = surface;
	context.save();
	context.setTransform({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
	context.imageSmoothingEnabled = false;
	let row = 0;
	for (const { until, wide } of slices) {
		const end = Math.min(side, Math.round(middleY + until * reach));
		const from = Math.max(0, Math.floor(reach * (1 - wide)));
		const [width, height] = [side - 2 * from, end - row];
		const [toX, toY] = [(left + from) * block, (top + row) * block];
		context.drawImage(sprite, from, row, width, height, toX, toY, width * block, height * block);
		row = end;
	}
	context.restore();
}

/**
 * Fills a disc of light in the context's current transform and composite mode; `colorOf` gives the CSS colour for an
 * alpha. Wide lights are drawn in blocks: smooth ones make every pixel of a PNG its own, which costs a fifth more to
 * encode.
 *
 * @param adds whether the composite mode adds, so that both parts simply sum
 */
export function paintSoftDisc(
	surface: ForgeSurface,
	disc: SoftDisc,
	alpha: number,
	adds: boolean,
	colorOf: (alpha: number) => string,
): void {
	const { context, Path2D } = surface;
	if (toBlockSize(disc.radius * disc.pxPerUnit) > 1) {
		const { a, b, c, d, e, f } = context.getTransform();
		const radius = disc.radius * Math.sqrt(Math.abs(a * d - b * c));
		const block = toBlockSize(radius);
		const place = { x: a * disc.x + c * disc.y + e, y: b * disc.x + d * disc.y + f, radius, block };
		paintBlocks(surface, disc, place, alpha, adds, colorOf);
		return;
	}
	for (const falloff of toFalloffs(disc, alpha, adds)) {
		const path = new Path2D();
		path.ellipse(disc.x, disc.y, falloff.reach, falloff.reach, 0, 0, Math.PI * 2);
		context.fillStyle = createGradient(context, disc.x, disc.y, falloff, colorOf);
		context.fill(path);
	}
}
