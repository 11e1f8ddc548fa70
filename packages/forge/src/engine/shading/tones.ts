import type { ForgeContext, ForgePath } from '../../surface.ts';
import { computeReach, computeSpan } from '../bounds.ts';
import { insetOutline } from '../inset.ts';
import { type PaintJob, toPictureBounds } from '../paint-job.ts';
import type { FormMark } from '../recorder.ts';
import { type Shape, traceFacets, traceLoop, unit } from '../shape.ts';
import type { Shading } from '../style.ts';
import { featherPath } from './feathers.ts';
import { paintRaster, type Raster, toRaster } from './raster.ts';
import { glossFill, softFill } from './soft-fill.ts';

/** Light narrower than this many pixels of the 1024 px reference is left out. */
const thinnestBandPx = 10;
/** Forms in boxes smaller than this many square pixels of the reference get no lit band. */
const smallAreaPx = 2500;
/** Forms shorter than this have a plain shadow in place of a print raster. */
const rasterSpan = 0.1;

function traceShapeFacets(job: PaintJob, shape: Shape): ForgePath {
	const path = new job.surface.Path2D();
	traceFacets(path, shape.outline);
	return path;
}

/** The print raster of a form's shadow; small forms have no room for it. */
const rasterFor = (job: PaintJob, shape: Shape) =>
	computeSpan(shape) > rasterSpan ? toRaster(job.style, job.sizePx) : null;

/** Forms shorter than this have no highlight of their own in smooth styles. */
const glossSpan = 0.18;

/** The tone under all bands. It needs no clip: clipping a form costs as much as filling it three times. */
function paintGroundTone(context: ForgeContext, job: PaintJob, { shape, ramp, options }: FormMark): void {
	const { style } = job;
	if (style.shading === 'soft') {
		const towardLight = job.mirrored[shape.space] ? 1 : -1;
		softFill(context, shape, ramp, options.light !== false && style.bands > 1, towardLight);
		if (style.bands > 3 && options.light !== false && computeSpan(shape) > glossSpan)
			glossFill(context, shape, ramp, towardLight);
		return;
	}
	const raster = rasterFor(job, shape);
	context.fillStyle =
		style.shading === 'flat' || raster !== null ? ramp.base : style.bands > 2 ? ramp.deep : ramp.shade;
	context.fill(shape.path);
}

/** The light side's tones of a form: how far each copy lies from the form, in reference pixels, and its colour. */
function toSteps(job: PaintJob, { shape, ramp, options }: FormMark): { x: number; y: number; color: string }[] {
	const { style } = job;
	const towardLight = job.mirrored[shape.space] ? 1 : -1;
	const { left, right, top, bottom } = shape.bounds;
	const [width, height] = [(right - left) * unit, (bottom - top) * unit];
	const lit = options.light !== false && style.bands > 1 && width * height > smallAreaPx;
	const depth = (options.depth ?? 0.026) * style.depth * unit;
	const steps: { x: number; y: number; color: string }[] = [];
	let [x, y] = [0, 0];
	const step = (dx: number, dy: number, color: string) => {
		[x, y] = [x + towardLight * dx * depth, y - dy * depth];
		steps.push({ x, y, color });
	};
	if (style.bands > 2 && rasterFor(job, shape) === null) step(0.45, 0.4, style.inkSpotting ? ramp.deep : ramp.shade);
	if (style.bands > 2) step(0.75, 0.55, ramp.base);
	else step(1, 0.8, ramp.base);
	if (lit) step(1.9, 1.7, ramp.light);
	if (lit && style.bands > 3) step(2.8, 2.4, ramp.spec);
	// A copy shares no more with the form than their boxes share.
	return steps.filter((at) => width - Math.abs(at.x) > thinnestBandPx && height - Math.abs(at.y) > thinnestBandPx);
}

/** Forms shorter than this may have a narrower shadow where theirs has no path of its own: nobody sees the difference. */
const smallSpan = 0.16;

/** Forms shorter than this go without bands that would need a clip. */
const tinySpan = 0.1;

/** The copy's part in the form; where a narrow form holds none, that of a copy less far away. */
function insetNear({ surface }: PaintJob, shape: Shape, x: number, y: number): ForgePath | null {
	for (const share of computeSpan(shape) < smallSpan ? [1, 0.75, 0.5, 0.3] : [1, 0.75, 0.5]) {
		const inset = insetOutline(surface, shape, x * share, y * share);
		if (inset) return inset;
	}
	return null;
}

/** Lays the print raster over a form, or, where asked, over what `lit` leaves of it. */
function paintShadowRaster(context: ForgeContext, job: PaintJob, raster: Raster, shape: Shape, lit: ForgePath | null) {
	context.save();
	if (lit) {
		const shadow = new job.surface.Path2D();
		shadow.addPath(shape.path);
		shadow.addPath(lit);
		context.clip(shadow, 'evenodd');
	} else context.clip(shape.path);
	context.setTransform(job.origin);
	paintRaster(job.surface, raster, job, toPictureBounds(job, shape.space, shape.bounds));
	context.restore();
}

/** Forms shorter than this have an even base tone. */
const glazeSpan = 0.16;

/** Shadings with an even base tone by their nature: print, facets and what is flat. */
const evenShadings: ReadonlySet<Shading> = new Set(['flat', 'halftone', 'sharp']);

/**
 * The base tone, in drawn styles with the light running over it from the upper left to the lower right. Of two tones alone:
 * a gradient with a third one costs three times as much.
 */
function toBaseTone(context: ForgeContext, job: PaintJob, { shape, ramp }: FormMark): string | object {
	const { style } = job;
	if (evenShadings.has(style.shading) || style.bands < 2 || style.inkSpotting || computeSpan(shape) < glazeSpan)
		return ramp.base;
	const { left, right, top, bottom } = shape.bounds;
	const [lit, away] = job.mirrored[shape.space] ? [right, left] : [left, right];
	const gradient = context.createLinearGradient(lit * unit, top * unit, away * unit, bottom * unit);
	gradient.addColorStop(0, ramp.light);
	gradient.addColorStop(1, ramp.shade);
	return gradient;
}

/** Paints the lighter tones of a form as copies moved towards the light, cut to the form. */
function paintBands(context: ForgeContext, job: PaintJob, mark: FormMark): void {
	const { shape } = mark;
	const steps = toSteps(job, mark);
	const raster = rasterFor(job, shape);
	if (raster !== null) {
		// Under a raster the first step has the ground's tone: a raster that spares it needs no fill over it.
		const [base] = steps;
		const lit = base ? insetNear(job, shape, base.x / unit, base.y / unit) : null;
		paintShadowRaster(context, job, raster, shape, lit);
		if (lit) steps.shift();
	}
	let clipped = false;
	const sharp = job.style.shading === 'sharp';
	const edge = sharp ? traceShapeFacets(job, shape) : shape.path;
	for (const { x, y, color } of steps) {
		const inset = sharp || clipped ? null : insetNear(job, shape, x / unit, y / unit);
		if (inset) {
			context.fillStyle = color === mark.ramp.base ? toBaseTone(context, job, mark) : color;
			context.fill(inset);
			continue;
		}
		// Nobody misses a band of a few pixels, and the clip costs more than all its other tones.
		if (!sharp && color !== mark.ramp.base && computeSpan(shape) < tinySpan) continue;
		if (!clipped) {
			context.save();
			context.clip(shape.path);
			clipped = true;
		}
		context.fillStyle = color;
		context.translate(x, y);
		context.fill(edge);
		context.translate(-x, -y);
	}
	if (clipped) context.restore();
}

/** Strokes that run in from the shadow's edge, and from where the shadow ends. */
function paintFeathers(context: ForgeContext, job: PaintJob, mark: FormMark): void {
	const { shape, ramp, options } = mark;
	if (options.alpha !== undefined) return;
	const towardLight = job.mirrored[shape.space] ? 1 : -1;
	const paint = (color: string, inward: readonly [number, number]) => {
		const feathers = featherPath(job.surface, shape, towardLight, inward);
		if (!feathers) return;
		context.fillStyle = color;
		context.fill(feathers);
	};
	const base = toSteps(job, mark).find(({ color }) => color === ramp.base);
	if (base) paint(ramp.shade, [base.x / unit, base.y / unit]);
	paint(ramp.ink, [0, 0]);
}

/** What lies beside a shape's copy moved by (dx, dy), for fills that are clipped to the shape itself. */
function besideCopy(job: PaintJob, shape: Shape, dx: number, dy: number): ForgePath {
	const path = new job.surface.Path2D();
	const moved = { a: 1, b: 0, c: 0, d: 1, e: dx, f: dy };
	if (shape.loops === 1) {
		// The other half of the difference falls outside the clip.
		path.addPath(shape.path);
		path.addPath(shape.path, moved);
		return path;
	}
	// Loops that overlap would cut holes into one another under the even-odd rule.
	const { left, right, top, bottom } = computeReach(shape);
	path.rect(left * unit, top * unit, (right - left) * unit, (bottom - top) * unit);
	const copy = new job.surface.Path2D();
	traceLoop(copy, shape.outline);
	path.addPath(copy, moved);
	return path;
}

/** Keeps the rim light out of a shape. */
function clipOutside(context: ForgeContext, { surface }: PaintJob, gap: Shape): void {
	const around = new surface.Path2D();
	around.rect(-unit, -unit, 3 * unit, 3 * unit);
	around.addPath(gap.path);
	context.clip(around, 'evenodd');
}

function paintRim(context: ForgeContext, job: PaintJob, shape: Shape): void {
	const width = 0.008 * job.style.rim * unit;
	const [x, y] = [job.mirrored[shape.space] ? width : -width, -0.25 * width];
	const inset = insetOutline(job.surface, shape, x / unit, y / unit);
	context.fillStyle = job.rimColor;
	if (inset) {
		inset.addPath(shape.path);
		context.fill(inset, 'evenodd');
		return;
	}
	context.save();
	context.clip(shape.path);
	context.fill(besideCopy(job, shape, x, y), 'evenodd');
	context.restore();
}

/** All tones of a form. */
export function paintTones(context: ForgeContext, job: PaintJob, mark: FormMark): void {
	paintGroundTone(context, job, mark);
	const { shading, rim } = job.style;
	if (shading !== 'flat' && shading !== 'soft') paintBands(context, job, mark);
	if (job.style.feathering) paintFeathers(context, job, mark);
	const { rim: hasRim, rimGap } = mark.options;
	if (hasRim !== true || rim === 0) return;
	if (!rimGap) {
		paintRim(context, job, mark.shape);
		return;
	}
	context.save();
	clipOutside(context, job, rimGap);
	paintRim(context, job, mark.shape);
	context.restore();
}
