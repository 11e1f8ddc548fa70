import type { Ramp } from '../engine/color.ts';
import type { Lips } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { legible, strokeScale } from './stroke.ts';

/** The spot of a line that runs from left to right, at a share of its width. */
export function findOn(line: readonly Point[], share: number): readonly [x: number, y: number] {
	const [from, to] = [line[0]!, line.at(-1)!];
	const x = from[0] + (to[0] - from[0]) * share;
	const i = Math.max(
		1,
		line.findIndex(([next]) => next >= x),
	);
	const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
	return [x, ay + ((x - ax) / (bx - ax || 1)) * (by - ay)];
}

interface FangCut {
	readonly length: number;
	/** Half the width of a root. */
	readonly half: number;
	/** How far each stands from the mouth's middle, as a share of its width. */
	readonly apart?: number;
	/** `beard` lies above a mouth in a full beard, under a moustache; `moustache` also above the lip before tusks. */
	readonly layer?: 'beard' | 'moustache';
}

/** Fangs in a mouth narrower than this are smaller, or they would fill it. */
const roomForFangs = 0.085;

/** Two fangs from under the upper lip, inside the mouth's corners: the lip's line runs over their roots. */
export function drawFangs(
	s: Studio,
	{ upper }: Lips,
	ink: string,
	{ length, half, apart = 0.3, layer = 'beard' }: FangCut,
): void {
	if (s.recorder.arePursed) return;
	const size = Math.min(1, (upper.at(-1)![0] - upper[0]![0]) / roomForFangs);
	for (const side of [-1, 1]) {
		const [x, y] = findOn(upper, 0.5 + side * apart);
		s.head.form(
			layer,
			[
				[x - half * size, y - 0.003, 0.3],
				[x - side * half * size * 0.25, y + length * size, 0.05],
				[x + half * size, y - 0.003, 0.3],
			],
			s.colors.ramp('bone', [0.95, 0.03, 95]),
			{ depth: 0.004, width: 0.6, contour: false },
		);
	}
	const overRoots = [-1, -0.5, 0, 0.5, 1].map((at) => findOn(upper, 0.5 + at * (apart + 0.12)));
	s.head.line(layer, overRoots, ink, 0.0115 * strokeScale(s), { taper: 0.5 });
}

export interface Tusk {
	/** Where it stands, as a share of the mouth's width. */
	readonly along: number;
	readonly length: number;
	readonly lean: number;
}

/** How far the lower lip reaches past the mouth's corners, and how full it is. */
const [lipReach, lipDepth] = [0.014, 0.021];

/** Tusks that stand up from behind the lower lip, which is one form along the mouth and hides their roots. */
export function drawTusks(
	s: Studio,
	{ lower }: Lips,
	tusks: readonly Tusk[],
	{ skin, head }: { readonly skin: Ramp; readonly head: Shape },
): void {
	const pen = s.head;
	for (const { along, length, lean } of tusks) {
		const [x, top] = findOn(lower, along);
		const [y, half] = [top + 0.009, length * 0.28];
		pen.pattern(
			'mouth',
			head,
			[pen.disc(x + lean * 0.5 + 0.006, y - length * 0.36, half * 1.1, length * 0.5)],
			skin.deep,
			0.55,
		);
		const tusk = pen.form(
			'moustache',
			[
				[x - half, y, 0.4],
				[x - half * 0.95 + lean * 0.2, y - length * 0.34],
				[x + lean, y - length, 0.15],
				[x + half * 0.85 + lean * 0.7, y - length * 0.42],
				[x + half, y, 0.4],
			],
			s.colors.ramp('bone', [0.93, 0.04, 92]),
			{ depth: 0.007, light: false, width: 0.65, contour: false },
		);
		pen.pattern('moustache', tusk, [pen.disc(x, y, half * 1.3, length * 0.24)], s.colors.tone([0.74, 0.08, 70]), 0.8);
	}
	const [[lx, ly], [rx, ry]] = [lower[0]!, lower.at(-1)!];
	const wide = rx - lx;
	const under = (share: number, depth: number): Point => {
		const [x, y] = findOn(lower, share);
		return [x, y + lipDepth * depth];
	};
	pen.form(
		'moustache',
		[
			[lx - lipReach, ly + 0.003, 0.2],
			...lower.slice(1, -1),
			[rx + lipReach, ry + 0.003, 0.2],
			[rx - wide * 0.02, Math.max(ry + lipDepth * 0.72, under(0.88, 0.86)[1])],
			under(0.72, 1.02),
			under(0.45, 1.05),
			under(0.25, 1),
			[lx + wide * 0.02, Math.max(ly + lipDepth * 0.72, under(0.12, 0.86)[1])],
		],
		skin,
		{ depth: 0.005, width: 0.45, contour: false, clip: head },
	);
	// The mouth's line runs on in front of the roots.
	pen.line('moustache', [[lx, ly], ...lower.slice(1, -1), [rx, ry]], legible(s, skin).ink, 0.011 * strokeScale(s), {
		taper: 0.5,
		clip: head,
	});
}
