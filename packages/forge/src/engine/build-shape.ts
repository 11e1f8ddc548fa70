import type { ForgePath, ForgeSurface } from '../surface.ts';
import { computeBounds } from './bounds.ts';
import { isLiteral } from './points.ts';
import { type Point, type Shape, type Space, traceLoop, tracePolygon } from './shape.ts';

type Tracer = (path: ForgePath, outline: readonly Point[]) => void;

// Slider-dependent outlines never enter: the cache stays as small as the source has literals.
const literalPaths = new WeakMap<object, WeakMap<readonly Point[], ForgePath>>();

function smoothPathOf(surface: ForgeSurface, outline: readonly Point[]): ForgePath {
	if (!isLiteral(outline)) {
		const path = new surface.Path2D();
		traceLoop(path, outline);
		return path;
	}
	const paths = literalPaths.get(surface.Path2D) ?? new WeakMap<readonly Point[], ForgePath>();
	literalPaths.set(surface.Path2D, paths);
	const cached = paths.get(outline);
	if (cached) return cached;
	const path = new surface.Path2D();
	traceLoop(path, outline);
	paths.set(outline, path);
	return path;
}

/** Builds a shape of one or more loops; overlapping loops fill as one. */
export function shapeOf(
	surface: ForgeSurface,
	space: Space,
	loops: readonly (readonly Point[])[],
	trace: Tracer = traceLoop,
): Shape {
	const [only] = loops;
	if (only && loops.length === 1 && trace === traceLoop)
		return {
			path: smoothPathOf(surface, only),
			outline: only,
			space,
			loops: 1,
			straight: false,
			bounds: computeBounds(only),
		};
	const path = new surface.Path2D();
	for (const loop of loops) trace(path, loop);
	const outline = loops.length === 1 ? loops[0]! : loops.flat();
	return {
		path,
		outline,
		space,
		loops: loops.length,
		straight: trace === tracePolygon,
		bounds: computeBounds(outline),
	};
}
