import type { ForgeSurface } from '../../surface.ts';
import { css } from '../color.ts';
import { tracePolygon, unit } from '../shape.ts';
import type { PageName } from './ground-tones.ts';
import { pageEdge, pages } from './grounds.ts';

/** How far a page's margin and its line reach into the picture, as a fraction of its side. */
export function getPageMargin(name: PageName): number {
	if (name === 'full') return 0;
	const { width, swing, lineWidth } = pages[name];
	return width + swing + lineWidth;
}

/** Paints the margin of a page over the picture's edges, in reference pixels. */
export function paintPage(surface: ForgeSurface, name: PageName): void {
	if (name === 'full') return;
	const { paper, width, swing, line, lineWidth } = pages[name];
	const { context } = surface;
	const fillOutside = (inset: number, color: string) => {
		const path = new surface.Path2D();
		path.rect(0, 0, unit, unit);
		tracePolygon(path, pageEdge(inset, swing));
		context.fillStyle = color;
		context.fill(path, 'evenodd');
	};
	fillOutside(width + lineWidth, css(...line));
	fillOutside(width, css(...paper));
}
