import type { ForgeSurface } from '../../surface.ts';
import { showInPixels } from '../pixels.ts';
import { unit } from '../shape.ts';
import { type Channels, parseChannels } from './stand-off.ts';

/** Mixed into the ground beside the shoulders, the weakest first: light, the colour of dusk, a warm and a cool tone. */
const washes: readonly (readonly [color: Channels, share: number])[] = [
	[[236, 232, 222], 0.4],
	[[40, 34, 74], 0.4],
	[[236, 232, 222], 0.65],
	[[40, 34, 74], 0.65],
	[[214, 160, 96], 0.75],
	[[60, 110, 190], 0.75],
];

/** Where the ground is looked at: shares of the picture's side on the left and on the right, and of its height. */
const beside = { width: 0.14, from: 0.76, to: 0.98 } as const;
/** The body melts into a ground of which more than this is of its colours. */
const mostAlike = 0.35;

/** The channels of ground that, in few colours, show as one of the colours `body` shows as. */
export function findAlike(ground: readonly Channels[], body: readonly Channels[]): readonly Channels[] {
	const shown = new Set(body.map((channels) => showInPixels(channels)[0]));
	return ground.filter((channels) => shown.has(showInPixels(channels)[0]!));
}

const mix = (from: Channels, to: Channels, share: number): Channels =>
	from.map((value, i) => value + (to[i]! - value) * share);

/** The weakest wash that leaves hardly any of the ground alike to the body; null where that is so already. */
export function findWash(ground: readonly Channels[], body: readonly Channels[]) {
	const measure = (spots: readonly Channels[]) => findAlike(spots, body).length / ground.length;
	let least = measure(ground);
	if (least <= mostAlike) return null;
	let best: (typeof washes)[number] | null = null;
	for (const wash of washes) {
		const alike = measure(ground.map((spot) => mix(spot, ...wash)));
		if (alike <= mostAlike / 4) return wash;
		if (alike < least) [best, least] = [wash, alike];
	}
	return best;
}

/** The ground on both sides of the shoulders, every other pixel of it. */
function readGround({ context }: ForgeSurface, sizePx: number): readonly Channels[] {
	const [width, top] = [Math.round(beside.width * sizePx), Math.round(beside.from * sizePx)];
	const height = Math.round(beside.to * sizePx) - top;
	return [0, sizePx - width].flatMap((left) => {
		const { data } = context.getImageData(left, top, width, height);
		return Array.from(
			{ length: Math.floor(data.length / 8) },
			(_, i): Channels => [data[i * 8]!, data[i * 8 + 1]!, data[i * 8 + 2]!],
		);
	});
}

/**
 * Parts the ground from the clothes before it in pictures of few colours, where both may be given the same one and the
 * line between them is a pixel: the lower ground gets lighter or darker. Expects reference pixels.
 */
export function clearShoulders(surface: ForgeSurface, sizePx: number, body: readonly string[]): void {
	const wash = findWash(readGround(surface, sizePx), body.map(parseChannels));
	if (!wash) return;
	const { context } = surface;
	const [color, share] = wash;
	const gradient = context.createLinearGradient(0, 0.5 * unit, 0, beside.from * unit);
	gradient.addColorStop(0, `rgba(${color.join(',')},0)`);
	gradient.addColorStop(1, `rgba(${color.join(',')},${share})`);
	context.fillStyle = gradient;
	context.fillRect(0, 0.5 * unit, unit, 0.5 * unit);
}
