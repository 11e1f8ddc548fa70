import { drawBrows } from '../anatomy/brows.ts';
import { drawEyes, type EyeShape, type Pupil } from '../anatomy/eyes.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { humanSpots, type Rig, type Spot } from '../engine/rig.ts';
import type { Point, Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Eyes of a beast's own skull. */
export interface BeastEyes {
	readonly near: Spot;
	readonly far: Spot;
	readonly width: number;
	readonly height: number;
	readonly shape: EyeShape;
	readonly pupil?: Pupil;
	readonly irises: readonly Lch[];
	readonly sclera?: Lch;
	/** Brow ink; left out for creatures without brows. */
	readonly brow?: string;
}

/** Draws eyes and, where there are any, brows that carry the mood. */
export function drawBeastEyes(s: Studio, eyes: BeastEyes, skin: Ramp): void {
	const size = s.look.eyeSize;
	drawEyes(s, {
		near: eyes.near,
		far: eyes.far,
		width: eyes.width * size,
		height: eyes.height * size,
		shape: eyes.shape,
		pupil: eyes.pupil ?? 'round',
		iris: s.choose('iris', eyes.irises),
		...(eyes.sclera ? { sclera: eyes.sclera } : {}),
		lidInk: s.colors.tone([0.2, 0.035, 300]),
		lidSkin: skin.shade,
	});
	if (eyes.brow) drawBrows(s, 'wedge', eyes.brow, [eyes.near, eyes.far], 0.006);
}

/** Short strokes of fur, scale or feather, kept inside the head. */
export function strokes(
	s: Studio,
	head: Shape,
	lines: readonly (readonly Point[])[],
	color: string,
	width = 0.02,
): void {
	for (const line of lines) s.head.line('markings', line, color, width, { clip: head, taper: 0.9 });
}

/** Small arcs in clusters, the hint of scales. */
export function scales(s: Studio, head: Shape, spots: readonly Spot[], color: string): void {
	if (!s.fine) return;
	for (const [x, y] of spots)
		s.head.line(
			'markings',
			[
				[x - 0.015, y - 0.006],
				[x, y + 0.011],
				[x + 0.015, y - 0.006],
			],
			color,
			0.008,
			{ clip: head },
		);
}

/** The mouth line of a muzzle: a stem under the nose and two curves. */
export function muzzleMouth(s: Studio, [x, y]: Spot, half: number, ink: string): void {
	const smile = 0.006 + 0.01 * Math.max(-0.4, s.look.expression.mouth);
	s.head.line(
		'mouth',
		[
			[x, y - 0.028],
			[x - 0.001, y],
		],
		ink,
		0.011,
		{ taper: 0.4 },
	);
	s.head.line(
		'mouth',
		[
			[x - half, y - smile],
			[x - half * 0.5, y + 0.018],
			[x, y],
		],
		ink,
		0.011,
		{ taper: 0.5 },
	);
	s.head.line(
		'mouth',
		[
			[x, y],
			[x + half * 0.6, y + 0.021],
			[x + half * 1.25, y - smile],
		],
		ink,
		0.011,
		{ taper: 0.5 },
	);
}

/** Starts a rig from the human places. */
export function beastRig(headShape: Shape, skin: Ramp, own: Partial<Rig>): Rig {
	return { ...humanSpots, headShape, skin, neckRamp: skin, neck: 'ruff', ...own };
}
