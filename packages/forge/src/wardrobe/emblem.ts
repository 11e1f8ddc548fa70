import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { Emblem, Kit } from '../engine/part.ts';
import type { Pen } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { coverAt, mostCovered, raiseAboveFrame } from './breast.ts';
import type { Places } from './cover.ts';
import { wearsStone } from './stone.ts';

/** A sun whose disc has straight rays, worn over the lower tip of the collar. */
export const sunEmblem = (y: number, r: number): Emblem => ({
	at: [0.505, y],
	reach: r * 1.5,
	draw: (s, { trim }, [x, middle], layer) => drawSun(s.body, [x, middle, r], trim, layer),
});

function drawSun(pen: Pen, [x, y, r]: readonly [number, number, number], ramp: Ramp, layer: Layer): void {
	const rays = Array.from({ length: 16 }, (_, i): Point => {
		const reach = i % 2 ? r * 0.78 : r * 1.5;
		return [x + Math.cos((i / 16) * 2 * Math.PI) * reach, y + Math.sin((i / 16) * 2 * Math.PI) * reach, 0];
	});
	pen.form(layer, rays, ramp, { depth: 0.006, width: 0.6, contour: false });
	pen.form(layer, ellipseOutline(x, y, r * 0.62, r * 0.62), ramp, { depth: 0.006, width: 0.6, contour: false });
}

/** On the collar's tip, above what hands hold before the breast. */
const collarTip: Spot = [0.505, 0.83];

/** What stays free around an emblem. */
const clearance = 0.008;

/**
 * Draws the emblem of a class where the whole of it is seen: at its own spot or at the collar's tip, which it fastens.
 * Left out where arms and beards leave no room there: beside the collar it would lie loose on the cloth. Left out as
 * well where a magical stone is worn in its place. All else must be drawn.
 */
export function drawEmblem(s: Studio, { at: usual, reach, draw }: Emblem, kit: Kit, places: Places): void {
	if (wearsStone(s)) return;
	const room = reach + clearance;
	const over = s.recorder.marks.filter(({ layer }) => layer > layers.collar);
	const seen = [usual, collarTip]
		.map((spot) => raiseAboveFrame(s, places, spot, reach))
		.find((spot) => coverAt(over, places, spot, room) <= mostCovered);
	if (seen) draw(s, kit, seen, 'collar');
}
