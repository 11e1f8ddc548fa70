import { type Lch, rotateHue } from '../color.ts';
import type { Stream } from '../random.ts';

/** What a light does to every tone of a scene. */
export type Grade = (tone: Lch) => Lch;

/** How one picture looks at a scene: from where, in which light, and what parts the head from it. */
export interface SceneView {
	/** Side of the scene per side of the picture; above 1 only a part of it shows. */
	readonly zoom: number;
	/** Which part: 0 the left or upper one, 1 the right or lower one. */
	readonly anchor: readonly [x: number, y: number];
	readonly mirrored: boolean;
	readonly grade: Grade;
	/** Behind the head: a soft light, a flat disc, a ring or rays. */
	readonly motif: 'halo' | 'disc' | 'ring' | 'rays';
}

const clampL = (L: number) => Math.min(0.97, Math.max(0.08, L));

const asWritten: Grade = (tone) => tone;
/** Turns hues towards `hue` by at most `most` degrees, scales and lifts the lightness, and scales the chroma. */
const tint =
	(hue: number, most: number, [scale, lift]: readonly [number, number], chroma: number): Grade =>
	([L, C, h]) => [clampL(L * scale + lift), C * chroma, rotateHue(h, hue, most)];
/** One hue in steps of lightness, as a print of one ink has. */
const oneInk =
	(hue: number, chroma: number, [scale, lift]: readonly [number, number]): Grade =>
	([L]) => [clampL(Math.round(L * 10) * 0.1 * scale + lift), chroma, hue];

/** Lights of scenes that are written by day. */
const byDay: readonly Grade[] = [
	asWritten,
	tint(35, 55, [0.96, 0.03], 1.15),
	tint(330, 80, [0.64, 0.02], 1.1),
	tint(275, 80, [0.42, 0.04], 0.85),
	tint(230, 40, [0.8, 0.18], 0.45),
	tint(80, 55, [1, 0.03], 1.2),
];
/** Lights of scenes that are written in the dark. */
const byNight: readonly Grade[] = [
	asWritten,
	asWritten,
	tint(320, 60, [1.1, 0.04], 1.15),
	tint(200, 70, [1, 0.02], 1),
	tint(40, 90, [1.25, 0.12], 1),
	tint(250, 40, [1.3, 0.2], 0.8),
	tint(260, 30, [0.75, 0], 0.8),
];

/** A scene that is its colours, as fire and ice are, keeps them, lighter or darker. */
const ownHues: readonly Grade[] = [
	asWritten,
	tint(310, 12, [1.12, 0.03], 1.05),
	tint(240, 12, [1.1, 0.05], 0.9),
	tint(290, 8, [0.66, 0.02], 0.95),
	tint(300, 16, [1.05, 0.1], 0.8),
];

const motifs: readonly SceneView['motif'][] = ['halo', 'halo', 'halo', 'disc', 'disc', 'ring', 'rays'];

/** The view of one picture; `halo` is the scene's own tone behind a head. */
export function chooseView(stream: Stream, scene: { readonly halo: Lch; readonly keepsHue?: boolean }): SceneView {
	const roll = stream.next();
	const light = stream.next();
	// An ink near the scene's own hue: a forest in blue would be no forest.
	const hue = scene.halo[2] + stream.pick([-70, -45, -20, 0, 25, 50]);
	const isDark = scene.halo[0] < 0.72;
	const lights = scene.keepsHue ? ownHues : isDark ? byNight : byDay;
	const isPrint = !scene.keepsHue && roll > 0.64;
	const isDim = light >= 0.5;
	const range = isDark
		? isDim
			? ([0.72, 0.02] as const)
			: ([1.15, 0.1] as const)
		: isDim
			? ([0.46, 0.05] as const)
			: ([0.9, 0.14] as const);
	const zoom = stream.pick([1, 1.12, 1.35, 1.6, 1.6]);
	return {
		zoom,
		anchor: [stream.pick([0, 0.15, 0.5, 0.85, 1]), stream.pick([0.25, 0.55, 0.85])],
		mirrored: stream.chance(0.5),
		grade: isPrint
			? oneInk(isDim ? rotateHue(hue, 265, 70) : hue, 0.09, range)
			: lights[Math.floor(light * lights.length)]!,
		motif: stream.pick(motifs),
	};
}
