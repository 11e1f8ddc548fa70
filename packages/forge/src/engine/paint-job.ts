import type { ForgeContext, ForgeSurface } from '../surface.ts';
import { transformPoint } from './bounds.ts';
import type { Matrix } from './placement.ts';
import { type Bounds, type Space, unit } from './shape.ts';
import type { StylePart } from './style.ts';

/** Everything that stays the same while one figure is painted. */
export interface PaintJob {
	readonly surface: ForgeSurface;
	readonly style: StylePart;
	readonly sizePx: number;
	readonly place: Readonly<Record<Space, Matrix>>;
	/** Whether a space is seen in a mirror; the light comes from the upper left all the same. */
	readonly mirrored: Readonly<Record<Space, boolean>>;
	readonly rimColor: string;
	readonly contourColor: string;
	/** The context's transform in which the picture is the square from (0, 0) to (sizePx, sizePx). */
	readonly origin: ReturnType<ForgeContext['getTransform']>;
}

const thinnestLinePx = 0.75;

/** Picture fractions per fraction of the space. */
export const getScale = (matrix: Matrix) => Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));

/** Saves the context and enters a space; its paths are in reference pixels. */
export function enter(job: PaintJob, space: Space): ForgeContext {
	const { context } = job.surface;
	const m = job.place[space];
	context.save();
	// Paths are in reference pixels, so only the translation of a fraction matrix needs the unit.
	const k = job.sizePx / unit;
	context.transform(m[0] * k, m[1] * k, m[2] * k, m[3] * k, m[4] * unit * k, m[5] * unit * k);
	return context;
}

/** Width of an outline, in reference pixels of the space. */
export const getLineWidth = (job: PaintJob, space: Space, times: number) => {
	const scale = getScale(job.place[space]);
	return Math.max((job.style.outlinePx * times) / scale, (thinnestLinePx * unit) / job.sizePx / scale);
};

/** Width of the line around the whole figure, in outline widths: it has to show beyond the lines of the forms. */
export const getContourTimes = ({ contour }: StylePart) => contour + 0.6;

/** How far the line around the figure, with the pale one around it, reaches from its forms, in reference pixels. */
export const getContourReach = (style: StylePart) => (style.outlinePx * getContourTimes(style)) / 2 + style.stickerPx;

/** Where a box of a space lies in the picture, in pixels. */
export function toPictureBounds(job: PaintJob, space: Space, bounds: Bounds): Bounds {
	const [a, b, c, d, e, f] = job.place[space];
	const k = job.sizePx;
	return transformPoint(bounds, [a * k, b * k, c * k, d * k, e * k, f * k]);
}
