import type { ForgeContext, ForgePath } from '../surface.ts';
import { computeReach, computeSpan, isInside, isWellInside } from './bounds.ts';
import { css } from './color.ts';
import { growOutline, traceGrown } from './grown.ts';
import { layers } from './layers.ts';
import { enter, getContourTimes, getLineWidth, getScale, type PaintJob, toPictureBounds } from './paint-job.ts';
import type { CastMark, FillMark, FormMark, GlowMark, Mark } from './recorder.ts';
import { paintTones } from './shading/tones.ts';
import { type Bounds, ellipseOutline, type Shape, type Space, unit } from './shape.ts';
import { paintSoftDisc } from './soft-disc.ts';

/** Forms smaller than this get one outline and no part in the contour. */
const speck = 0.055;

/**
 * Keeps a clip to a receiver from being worked out beyond the mark: a clip costs as much as filling the part of its
 * shape that lies in the box. Expects the picture's own transform.
 */
function narrow(job: PaintJob, receiver: Shape, { left, right, top, bottom }: Bounds): void {
	const whole = toPictureBounds(job, receiver.space, receiver.bounds);
	if (whole.left >= left && whole.right <= right && whole.top >= top && whole.bottom <= bottom) return;
	const { context } = job.surface;
	const [x, y] = [Math.floor(left) - 1, Math.floor(top) - 1];
	context.beginPath();
	context.rect(x, y, Math.ceil(right) + 1 - x, Math.ceil(bottom) + 1 - y);
	context.clip();
}

/** Width of the line around a form outside its edge, in line widths, and how much of its weight the shadow side adds. */
const inkReach = 0.85;
const inkShadow = 0.62;

/** Where the line of a form is heavier: this far from the form for a line of `width`, in reference pixels. */
const toShadow = ({ mirrored, style }: PaintJob, space: Space, width: number): readonly [x: number, y: number] => [
	(mirrored[space] ? -1 : 1) * width * 0.55 * style.heaviness,
	width * 0.75 * style.heaviness,
];

/** Draws what of a form's line lies beneath its tones. Returns whether a line over them is still due. */
function paintInk(context: ForgeContext, job: PaintJob, { shape, ramp, options }: FormMark, width: number): boolean {
	const [dx, dy] = toShadow(job, shape.space, width);
	const heavy = job.style.heaviness;
	context.fillStyle = ramp.outline;
	if (options.innerLine === false || computeSpan(shape) <= speck) {
		// A wider line, moved by half, in place of a line and a fill.
		context.lineWidth = width * (1.1 + 0.6 * heavy);
		context.translate(dx / 2, dy / 2);
		context.stroke(shape.path);
		context.translate(-dx / 2, -dy / 2);
		return false;
	}
	// What is beneath a form must not show through it.
	if (shape.loops === 1 && options.alpha === undefined) {
		const shadow = [(dx * inkShadow) / unit, (dy * inkShadow) / unit] as const;
		context.fill(growOutline(job.surface, shape, { reach: (width * inkReach) / unit, shadow }));
		return false;
	}
	if (heavy > 0) {
		context.translate(dx, dy);
		context.fill(shape.path);
		context.translate(-dx, -dy);
	}
	context.lineWidth = width * 0.9;
	return true;
}

function paintForm(job: PaintJob, mark: FormMark): void {
	const { shape, ramp, options } = mark;
	const clip = options.clip && !needsNoClip(job, shape, options.clip) ? options.clip : null;
	job.surface.context.save();
	if (clip && clip.space !== shape.space)
		clipTo(job, clip, toPictureBounds(job, shape.space, computeReach(shape, 0, 0, 0.01)));
	const context = enter(job, shape.space);
	if (clip && clip.space === shape.space) context.clip(clip.path);
	if (options.root) context.clip(options.root.path);
	if (options.alpha !== undefined) context.globalAlpha = options.alpha;
	const times = options.width ?? 1;
	let isLineDue = false;
	if (times > 0) {
		const width = getLineWidth(job, shape.space, times);
		context.lineJoin = 'round';
		context.strokeStyle = ramp.outline;
		isLineDue = paintInk(context, job, mark, width);
	}
	paintTones(context, job, mark);
	if (isLineDue) context.stroke(shape.path);
	context.restore();
	context.restore();
}

/** Whether a clip of the shape to the receiver would change nothing; known for spaces that are only moved against each other. */
function needsNoClip({ place }: PaintJob, shape: Omit<Shape, 'path'>, receiver: Shape): boolean {
	if (shape.space === receiver.space) return isWellInside(shape, receiver);
	const to = place[receiver.space];
	const from = place[shape.space];
	if (to[0] !== from[0] || to[1] !== from[1] || to[2] !== from[2] || to[3] !== from[3]) return false;
	const x = from[4] - to[4];
	const y = from[5] - to[5];
	const det = to[0] * to[3] - to[1] * to[2];
	return isWellInside(shape, receiver, (to[3] * x - to[2] * y) / det, (to[0] * y - to[1] * x) / det);
}

/** The box around all fills, in pixels. */
function uniteFills(job: PaintJob, fills: readonly FillMark[]): Bounds {
	const boxes = fills.map(({ shape }) => toPictureBounds(job, shape.space, computeReach(shape)));
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
	if (receiver && !fills.every(({ shape }) => needsNoClip(job, shape, receiver)))
		clipTo(job, receiver, uniteFills(job, fills));
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
	narrow(job, receiver, bounds);
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
	const [dx, dy] = [(job.mirrored[mark.caster.space] ? -1 : 1) * mark.offset[0], mark.offset[1]];
	clipTo(job, mark.receiver, toPictureBounds(job, mark.caster.space, computeReach(mark.caster, dx, dy)));
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
		const bounds = { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
		const disc = {
			outline: ellipseOutline(x, y, radius, radius),
			loops: 1,
			straight: false,
			space: mark.space,
			bounds,
		};
		if (!needsNoClip(job, disc, mark.clip)) clipTo(job, mark.clip, toPictureBounds(job, mark.space, bounds));
	}
	const inside = enter(job, mark.space);
	const [x, y, radius] = mark.at.map((v) => v * unit) as [number, number, number];
	const adds = mark.blend === 'add';
	if (adds) inside.globalCompositeOperation = 'lighter';
	const pxPerUnit = (getScale(job.place[mark.space]) * job.sizePx) / unit;
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
	mark.layer <= layers.hand &&
	computeSpan(mark.shape) >= speck;

/** The large form of each space; what lies inside it has its contour covered by it. */
const coverLayer: Readonly<Record<Space, number>> = {
	body: layers.torso,
	head: layers.head,
	face: layers.head,
};

/** One even line around the whole figure: later fills cover what of it lies inside. */
function paintContour(job: PaintJob, marks: readonly Mark[]): void {
	if (job.style.contour === 0) return;
	const contoured = marks.filter((mark) => inContour(mark) && mark.layer >= layers.hairBack);
	growFigure(job, contoured as FormMark[], job.contourColor, 0);
}

/** The pale edge of a sticker, around the figure and what stands behind it in one: between them it would part the two. */
function paintSticker(job: PaintJob, marks: readonly Mark[]): void {
	const { contour, stickerPx } = job.style;
	if (contour === 0 || stickerPx === 0) return;
	growFigure(
		job,
		marks.filter((mark) => inContour(mark)),
		stickerColor,
		2 * stickerPx,
	);
}

const stickerColor = css(0.985, 0.004, 95);

/** Fills all forms, grown by half the contour's width and `more` pixels of the reference. */
function growFigure(job: PaintJob, contoured: readonly FormMark[], color: string, more: number): void {
	for (const space of ['body', 'head', 'face'] as const) {
		const forms = contoured.filter(({ shape }) => shape.space === space);
		const cover = contoured.find(({ layer }) => layer === coverLayer[space])?.shape;
		const context = enter(job, space);
		context.lineJoin = 'round';
		context.strokeStyle = color;
		context.fillStyle = color;
		context.lineWidth = getLineWidth(job, space, getContourTimes(job.style)) + more;
		const growth = { reach: context.lineWidth / 2 / unit, shadow: [0, 0] } as const;
		// In one fill, where no line is worked out that another form's hides.
		const united = new job.surface.Path2D();
		// What comes out of headgear is recorded on both sides of it.
		for (const shape of new Set(forms.map((form) => form.shape))) {
			if (cover && shape !== cover && isInside(shape, cover)) continue;
			if (shape.loops === 1) traceGrown(united, shape, growth);
			else context.stroke(shape.path);
		}
		context.fill(united);
		context.restore();
	}
}

/** Paints recorded marks back to front and leaves the context's state as it found it. */
export function paintMarks(job: PaintJob, marks: readonly Mark[]): void {
	const ordered = [...marks].sort((left, right) => left.layer - right.layer);
	const firstOfFigure = ordered.findIndex((mark) => mark.layer >= layers.hairBack);
	paintSticker(job, ordered);
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
