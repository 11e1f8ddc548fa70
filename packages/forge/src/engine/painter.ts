import type { ForgeContext, ForgePath, ForgeSurface } from '../surface.ts';
import { type Bounds, carried, liesIn, liesWellIn, reachOf, spanOf } from './bounds.ts';
import { insetOf } from './inset.ts';
import { layers } from './layers.ts';
import type { Matrix } from './placement.ts';
import { paintRaster, rasterOf } from './raster.ts';
import type { CastMark, FillMark, FormMark, GlowMark, Mark } from './recorder.ts';
import { type Shape, type Space, traceFacets, traceLoop, unit } from './shape.ts';
import { paintSoftDisc } from './soft-disc.ts';
import { softFill } from './soft-fill.ts';
import type { StylePart } from './style.ts';

/** Everything that stays the same while one figure is painted. */
export interface PaintJob {
	readonly surface: ForgeSurface;
	readonly style: StylePart;
	readonly sizePx: number;
	readonly place: Readonly<Record<Space, Matrix>>;
	readonly mirrored: boolean;
	readonly rimColor: string;
	readonly contourColor: string;
	/** The context's transform in which the picture is the square from (0, 0) to (sizePx, sizePx). */
	readonly origin: ReturnType<ForgeContext['getTransform']>;
}

const thinnestLinePx = 0.75;
/** Light narrower than this many pixels of the 1024 px reference is left out. */
const thinnestBandPx = 8;
/** Forms in boxes smaller than this many square pixels of the reference get no lit band. */
const smallAreaPx = 1600;
/** Forms shorter than this have a plain shadow in place of a print raster. */
const rasterSpan = 0.1;
/** Forms smaller than this get one outline and no part in the contour. */
const speck = 0.055;

const scaleOf = (matrix: Matrix) => Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));

function enter(job: PaintJob, space: Space): ForgeContext {
	const { context } = job.surface;
	const m = job.place[space];
	context.save();
	// Paths are in reference pixels, so only the translation of a fraction matrix needs the unit.
	const k = job.sizePx / unit;
	context.transform(m[0] * k, m[1] * k, m[2] * k, m[3] * k, m[4] * unit * k, m[5] * unit * k);
	return context;
}

const lineWidthOf = (job: PaintJob, space: Space, times: number) => {
	const scale = scaleOf(job.place[space]);
	return Math.max((job.style.outlinePx * times) / scale, (thinnestLinePx * unit) / job.sizePx / scale);
};

function facetsOf(job: PaintJob, shape: Shape): ForgePath {
	const path = new job.surface.Path2D();
	traceFacets(path, shape.outline);
	return path;
}

/** Where a box of a space lies in the picture, in pixels. */
function inPicture(job: PaintJob, space: Space, bounds: Bounds): Bounds {
	const [a, b, c, d, e, f] = job.place[space];
	const k = job.sizePx;
	return carried(bounds, [a * k, b * k, c * k, d * k, e * k, f * k]);
}

/**
 * Keeps a clip to a receiver from being worked out beyond the mark: a clip costs as much as filling the part of its
 * shape that lies in the box. Expects the picture's own transform.
 */
function narrow(job: PaintJob, { left, right, top, bottom }: Bounds): void {
	const { context } = job.surface;
	const [x, y] = [Math.floor(left) - 1, Math.floor(top) - 1];
	context.beginPath();
	context.rect(x, y, Math.ceil(right) + 1 - x, Math.ceil(bottom) + 1 - y);
	context.clip();
}

/** The print raster of a form's shadow; small forms have no room for it. */
const rasterFor = (job: PaintJob, shape: Shape) =>
	spanOf(shape) > rasterSpan ? rasterOf(job.style, job.sizePx) : null;

/** The tone under all bands. It needs no clip: clipping a form costs as much as filling it three times. */
function paintGroundTone(context: ForgeContext, job: PaintJob, { shape, ramp, options }: FormMark): void {
	const { style } = job;
	if (style.shading === 'soft') {
		softFill(context, shape, ramp, options.light !== false && style.bands > 1, job.mirrored ? 1 : -1);
		return;
	}
	const raster = rasterFor(job, shape);
	context.fillStyle =
		style.shading === 'flat' || raster !== null ? ramp.base : style.bands > 2 ? ramp.deep : ramp.shade;
	context.fill(shape.path);
}

/** The light side's tones of a form: how far each copy lies from the form, in reference pixels, and its colour. */
function stepsOf(
	job: PaintJob,
	{ shape, ramp, options }: FormMark,
): readonly { x: number; y: number; color: string }[] {
	const { style } = job;
	const towardLight = job.mirrored ? 1 : -1;
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

/** The copy's part in the form; where a narrow form holds none, that of a copy less far away. */
function insetNear({ surface }: PaintJob, shape: Shape, x: number, y: number): ForgePath | null {
	for (const share of [1, 0.75]) {
		const inset = insetOf(surface, shape, x * share, y * share);
		if (inset) return inset;
	}
	return null;
}

/** Paints the lighter tones of a form as copies moved towards the light, cut to the form. */
function paintBands(context: ForgeContext, job: PaintJob, mark: FormMark): void {
	const { shape } = mark;
	const raster = rasterFor(job, shape);
	if (raster !== null) {
		context.save();
		context.clip(shape.path);
		context.setTransform(job.origin);
		paintRaster(job.surface, raster, job.sizePx, inPicture(job, shape.space, shape.bounds));
		context.restore();
	}
	let clipped = false;
	const sharp = job.style.shading === 'sharp';
	const edge = sharp ? facetsOf(job, shape) : shape.path;
	for (const { x, y, color } of stepsOf(job, mark)) {
		const inset = sharp || clipped ? null : insetNear(job, shape, x / unit, y / unit);
		if (inset) {
			context.fillStyle = color;
			context.fill(inset);
			continue;
		}
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
	const { left, right, top, bottom } = reachOf(shape);
	path.rect(left * unit, top * unit, (right - left) * unit, (bottom - top) * unit);
	const copy = new job.surface.Path2D();
	traceLoop(copy, shape.outline);
	path.addPath(copy, moved);
	return path;
}

function paintRim(context: ForgeContext, job: PaintJob, shape: Shape): void {
	const width = 0.011 * job.style.rim * unit;
	const [x, y] = [job.mirrored ? width : -width, -0.25 * width];
	const inset = insetOf(job.surface, shape, x / unit, y / unit);
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
function paintTones(context: ForgeContext, job: PaintJob, mark: FormMark): void {
	paintGroundTone(context, job, mark);
	const { shading, rim } = job.style;
	if (shading !== 'flat' && shading !== 'soft') paintBands(context, job, mark);
	if (mark.options.rim === true && rim > 0) paintRim(context, job, mark.shape);
}

function paintForm(job: PaintJob, mark: FormMark): void {
	const { shape, ramp, options } = mark;
	const context = enter(job, shape.space);
	if (options.clip && options.clip.space === shape.space) context.clip(options.clip.path);
	if (options.alpha !== undefined) context.globalAlpha = options.alpha;
	const times = options.width ?? 1;
	const width = times === 0 ? 0 : lineWidthOf(job, shape.space, times);
	const heavy = job.style.heaviness;
	// One line over the tones; only what is too small or has inner edges gets it from beneath.
	const once = options.innerLine !== false && spanOf(shape) > speck;
	if (width > 0) {
		context.lineJoin = 'round';
		context.strokeStyle = ramp.ink;
		context.lineWidth = width * (once ? 0.9 : 1.1);
		const [dx, dy] = [(job.mirrored ? -1 : 1) * width * 0.55 * heavy, width * 0.75 * heavy];
		if (!once) {
			// A wider line, moved by half, in place of a line and a fill.
			context.lineWidth = width * (1.1 + 0.6 * heavy);
			context.translate(dx / 2, dy / 2);
			context.stroke(shape.path);
			context.translate(-dx / 2, -dy / 2);
		} else if (heavy > 0) {
			context.translate(dx, dy);
			context.fillStyle = ramp.ink;
			context.fill(shape.path);
			context.translate(-dx, -dy);
		}
	}
	paintTones(context, job, mark);
	if (width > 0 && once) context.stroke(shape.path);
	context.restore();
}

/** The box around all fills, in pixels. */
function unionOf(job: PaintJob, fills: readonly FillMark[]): Bounds {
	const boxes = fills.map(({ shape }) => inPicture(job, shape.space, reachOf(shape)));
	return {
		left: Math.min(...boxes.map(({ left }) => left)),
		right: Math.max(...boxes.map(({ right }) => right)),
		top: Math.min(...boxes.map(({ top }) => top)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

/** Paints neighbours that share a receiver under one clip: clipping costs more than filling. */
function paintFills(job: PaintJob, fills: readonly FillMark[]): void {
	const { context } = job.surface;
	const receiver = fills[0]!.clip;
	context.save();
	if (receiver && !fills.every(({ shape }) => liesWellIn(shape, receiver))) clipTo(job, receiver, unionOf(job, fills));
	let space: Space | null = null;
	let path: ForgePath | null = null;
	fills.forEach((mark, i) => {
		if (mark.shape.space !== space) {
			if (space !== null) context.restore();
			space = mark.shape.space;
			enter(job, space);
		}
		const next = fills[i + 1];
		const joins = (other: FillMark | undefined) =>
			other !== undefined && other.color === mark.color && other.alpha === mark.alpha && other.shape.space === space;
		if (joins(next)) {
			if (!path) path = new job.surface.Path2D();
			path.addPath(mark.shape.path);
			return;
		}
		context.globalAlpha = mark.alpha;
		context.fillStyle = mark.color;
		if (path) path.addPath(mark.shape.path);
		context.fill(path ?? mark.shape.path);
		path = null;
	});
	context.restore();
	context.restore();
}

/** Clips to a receiver's part in a box of the picture; expects the picture's own transform and leaves it as it was. */
function clipTo(job: PaintJob, receiver: Shape, bounds: Bounds): void {
	const { context } = job.surface;
	narrow(job, bounds);
	const [a, b, c, d, e, f] = job.place[receiver.space];
	const k = job.sizePx / unit;
	context.transform(a * k, b * k, c * k, d * k, e * unit * k, f * unit * k);
	context.clip(receiver.path);
	const det = (a * d - b * c) * k;
	context.transform(
		d / det,
		-b / det,
		-c / det,
		a / det,
		((c * f - d * e) / det) * unit * k,
		((b * e - a * f) / det) * unit * k,
	);
}

function paintCast(job: PaintJob, mark: CastMark): void {
	if (job.style.castAlpha === 0) return;
	const { context } = job.surface;
	context.save();
	const [dx, dy] = [(job.mirrored ? -1 : 1) * mark.offset[0], mark.offset[1]];
	clipTo(job, mark.receiver, inPicture(job, mark.caster.space, reachOf(mark.caster, dx, dy)));
	const inside = enter(job, mark.caster.space);
	inside.translate(dx * unit, dy * unit);
	inside.globalAlpha = job.style.castAlpha;
	inside.fillStyle = mark.color;
	inside.fill(mark.caster.path);
	inside.restore();
	context.restore();
}

function paintGlow(job: PaintJob, mark: GlowMark): void {
	if (mark.blend === 'add' && job.style.glows === 0) return;
	const { context } = job.surface;
	context.save();
	if (mark.clip) {
		const [x, y, radius] = mark.at;
		const disc = { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
		clipTo(job, mark.clip, inPicture(job, mark.space, disc));
	}
	const inside = enter(job, mark.space);
	const [x, y, radius] = mark.at.map((v) => v * unit) as [number, number, number];
	const adds = mark.blend === 'add';
	if (adds) inside.globalCompositeOperation = 'lighter';
	const pxPerUnit = (scaleOf(job.place[mark.space]) * job.sizePx) / unit;
	const alpha = Math.min(1, mark.alpha * (adds ? job.style.glows : 1));
	paintSoftDisc(job.surface, { x, y, radius, knee: 0.35, kneeShare: 0.55, pxPerUnit }, alpha, adds, (share) =>
		mark.color.replace(/^rgb\((.*)\)$/, `rgba($1,${share})`),
	);
	inside.restore();
	context.restore();
}

/** Layers whose forms lie inside others, where a contour would be painted over at once. */
const innerLayers: ReadonlySet<number> = new Set([
	layers.garment,
	layers.markings,
	layers.mouth,
	layers.eyes,
	layers.brows,
]);

const inContour = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' &&
	mark.options.contour !== false &&
	mark.options.width !== 0 &&
	!mark.options.clip &&
	!innerLayers.has(mark.layer) &&
	mark.layer >= layers.hairBack &&
	mark.layer <= layers.hand &&
	spanOf(mark.shape) >= speck;

/** The large form of each space; what lies inside it has its contour covered by it. */
const coverLayer: Readonly<Record<Space, number>> = { body: layers.torso, head: layers.head };

/** One even line around the whole figure: later fills cover its inner half. */
function paintContour(job: PaintJob, marks: readonly Mark[]): void {
	if (job.style.contour === 0) return;
	for (const space of ['body', 'head'] as const) {
		const outlines = new job.surface.Path2D();
		const forms = marks.filter((mark) => inContour(mark)).filter(({ shape }) => shape.space === space);
		const cover = forms.find(({ layer }) => layer === coverLayer[space])?.shape;
		for (const { shape } of forms) {
			if (!cover || shape === cover || !liesIn(shape, cover)) outlines.addPath(shape.path);
		}
		const context = enter(job, space);
		context.lineJoin = 'round';
		context.strokeStyle = job.contourColor;
		context.lineWidth = lineWidthOf(job, space, job.style.contour);
		context.stroke(outlines);
		context.restore();
	}
}

/** Paints recorded marks back to front; leaves the context's state as it found it. */
export function paintMarks(job: PaintJob, marks: readonly Mark[]): void {
	const ordered = [...marks].sort((left, right) => left.layer - right.layer);
	const firstOfFigure = ordered.findIndex((mark) => mark.layer >= layers.hairBack);
	let fills: FillMark[] = [];
	const flush = () => {
		if (fills.length > 0) paintFills(job, fills);
		fills = [];
	};
	ordered.forEach((mark, i) => {
		if (mark.kind !== 'fill' || (fills[0] && fills[0].clip !== mark.clip)) flush();
		if (i === firstOfFigure) paintContour(job, ordered);
		if (mark.kind === 'form') paintForm(job, mark);
		else if (mark.kind === 'fill') fills.push(mark);
		else if (mark.kind === 'cast') paintCast(job, mark);
		else paintGlow(job, mark);
	});
	flush();
}
