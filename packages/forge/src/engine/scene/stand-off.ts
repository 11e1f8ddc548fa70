import { computeSpan } from '../bounds.ts';
import type { Lch } from '../color.ts';
import { layers } from '../layers.ts';
import type { FormMark, Mark } from '../recorder.ts';
import type { StylePart } from '../style.ts';

/** Forms of the head that are smaller make no mass of its silhouette; bands and wreaths, which are lower, lie inside it. */
const leastMass = 0.2;
const leastHeight = 0.12;
/** Before anything darker the ink around the figure is lost. */
const darkest = 0.24;
/** Masses whose lightness lies less far apart than this melt into each other. */
const leastGap = 0.32;

const isHeadMass = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' &&
	mark.shape.space === 'head' &&
	!mark.options.clip &&
	(mark.layer === layers.hairBack ||
		mark.layer === layers.head ||
		mark.layer === layers.hairFront ||
		mark.layer === layers.headgear) &&
	computeSpan(mark.shape) >= leastMass &&
	mark.shape.bounds.bottom - mark.shape.bounds.top >= leastHeight;

/** The lightness, 0 to 1, of the skin and of the other large masses of a head: hair, hoods, hats. */
export const findHeadLightness = (skin: Lch, marks: readonly Mark[]): readonly number[] => [
	skin[0],
	...marks.filter(isHeadMass).map(({ ramp }) => ramp.from[0]),
];

/** The channels, 0 to 255, of a CSS colour. */
export const parseChannels = (color: string): number[] => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);

/** Channels, 0 to 255, as a style shows them. */
export type Channels = readonly number[];

/** Masses whose channels lie less far apart than this are one for the eye. */
const leastStep = 26;

/** Whether a mass of one colour is seen on a ground of the other. */
export const isSeenApart = (one: Channels, other: Channels): boolean =>
	one.some((value, channel) => Math.abs(value - other[channel]!) > leastStep);

/** The colours of the large masses of a head. */
export const findHeadColors = (marks: readonly Mark[]): readonly Channels[] =>
	[...new Set(marks.filter(isHeadMass).map(({ ramp }) => ramp.base))].map(parseChannels);

/** Colours whose channels lie less far apart than this are one: such hair before such a sky is a hole in the head. */
const leastApart = 58;
/** Steps of lightness and shares of chroma, the smallest change first. */
const skyChanges = [1, 0.35].flatMap((share) =>
	[0, 0.08, -0.08, 0.16, -0.16, 0.24].map((step) => [step, share] as const),
);

const measureGap = (a: Channels, b: Channels) => Math.hypot(...a.map((value, i) => value - b[i]!));

/**
 * A tone of the sky, made lighter, darker or greyer until it stands off from the colours of the head, or as far off as it gets;
 * `show` gives what is seen of it in the style.
 */
export function keepOff([L, C, h]: Lch, masses: readonly Channels[], show: (tone: Lch) => readonly Channels[]): Lch {
	// Dark skies get lighter first: before a darker one the ink would be lost.
	const sign = L < 0.6 ? 1 : -1;
	let [best, most]: [Lch, number] = [[L, C, h], 0];
	for (const [step, share] of skyChanges) {
		const tone: Lch = [L + sign * step, C * share, h];
		const gap = Math.min(...show(tone).flatMap((seen) => masses.map((mass) => measureGap(mass, seen))));
		if (gap >= leastApart) return tone;
		if (gap > most) [best, most] = [tone, gap];
	}
	return best;
}

/** What a scene's colours say of the light. */
interface SceneLight {
	readonly halo: Lch;
	readonly rim?: Lch | undefined;
}

const coolRim: Lch = [0.85, 0.08, 235];
/** Hues less far apart than this, in degrees, are one colour beside each other. */
const nearHue = 45;

/**
 * The tone of the light on the figure's edge. In the colour of the ground it would be a second contour in the air: there
 * it is paler than whatever lies behind.
 */
export function findRimTone({ rimTone }: StylePart, scene: SceneLight | undefined): Lch {
	if (rimTone) return rimTone;
	const [L, C, h] = scene?.rim ?? coolRim;
	const gap = Math.abs(((((h - (scene?.halo[2] ?? 0)) % 360) + 540) % 360) - 180);
	return gap < nearHue ? [Math.max(L, 0.94), C * 0.5, h] : [L, C, h];
}

/**
 * The lightness nearest to `wished` that stands off from every mass of the head, or the one that does so best; `show` is
 * what the style's ground makes of it.
 */
export function standOff(wished: number, masses: readonly number[], show = (lightness: number) => lightness): number {
	let [best, most] = [wished, Number.NEGATIVE_INFINITY];
	for (let lightness = 0.14; lightness <= 0.95; lightness += 0.03) {
		if (show(lightness) < darkest) continue;
		const gap = Math.min(leastGap, ...masses.map((mass) => Math.abs(mass - show(lightness))));
		// A step away from what the scene has costs little beside melting into it.
		const worth = gap - 0.02 * Math.abs(lightness - wished);
		if (worth > most) [best, most] = [lightness, worth];
	}
	return best;
}
