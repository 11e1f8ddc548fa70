import { isWellInside } from '../../engine/bounds.ts';
import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Point, Shape } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

interface Season {
	readonly skin: Lch;
	readonly hair: Lch;
	readonly iris: Lch;
	/** The two tones of what grows from the crown. */
	readonly growth: readonly [Lch, Lch];
	/** Breadth of one leaf, ray or shard in its length, and how round its tip is. */
	readonly breadth: number;
	readonly tip: number;
}

const seasons: readonly Season[] = [
	{
		skin: [0.9, 0.05, 8],
		hair: [0.76, 0.13, 350],
		iris: [0.66, 0.17, 350],
		growth: [
			[0.9, 0.06, 350],
			[0.66, 0.14, 135],
		],
		breadth: 0.34,
		tip: 0.9,
	},
	{
		skin: [0.8, 0.11, 72],
		hair: [0.86, 0.14, 95],
		iris: [0.7, 0.15, 60],
		growth: [
			[0.9, 0.13, 98],
			[0.74, 0.16, 70],
		],
		breadth: 0.15,
		tip: 0.1,
	},
	{
		skin: [0.66, 0.11, 42],
		hair: [0.52, 0.17, 32],
		iris: [0.76, 0.15, 80],
		growth: [
			[0.62, 0.19, 38],
			[0.72, 0.15, 68],
		],
		breadth: 0.3,
		tip: 0.1,
	},
	{
		skin: [0.88, 0.05, 235],
		hair: [0.95, 0.02, 225],
		iris: [0.72, 0.12, 230],
		growth: [
			[0.92, 0.05, 215],
			[0.76, 0.1, 240],
		],
		breadth: 0.17,
		tip: 0,
	},
];

/** Petals, rays, leaves or ice standing around the crown, behind the hair. */
function drawSeasonCrown(s: Studio, { growth, breadth, tip }: Season): void {
	if (s.hidden.has('crown')) return;
	const random = s.stream('petals');
	const ramps = growth.map((tone) => s.colors.ramp('gem', tone));
	for (let i = 0; i < 9; i++) {
		const angle = ((-172 + i * 21 + random.swing() * 5) * Math.PI) / 180;
		const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
		const length = (i % 2 ? 0.13 : 0.18) + random.swing() * 0.02;
		const at = (along: number, across: number, smooth: number): Point => [
			0.508 + dx * (0.165 + along * length) - dy * across * length,
			0.3 + dy * (0.15 + along * length) + dx * across * length,
			smooth,
		];
		const leaf = [
			at(0, -breadth * 0.4, 0.4),
			at(0.55, -breadth, 0.9),
			at(1, 0, tip),
			at(0.55, breadth, 0.9),
			at(0, breadth * 0.4, 0.4),
		];
		s.head.form('hairBack', leaf, ramps[i % 2]!, { depth: 0.01, width: 0.9 });
	}
}

/** One blossom, leaf or flake in the hair, in the tones of the season; above where bands lie. */
function drawSeasonClasp(s: Studio, { growth, tip }: Season): void {
	// An antler out of the hair would hide half of it.
	if (s.hidden.has('hair') || s.hidden.has('front-hair') || s.hidden.has('crest')) return;
	const [petal, heart] = growth.map((tone) => s.colors.ramp('gem', tone));
	const [x, y] = [0.622, 0.2];
	for (let i = 0; i < 5; i++) {
		const angle = (i / 5) * 2 * Math.PI - 1.2;
		const [dx, dy] = [Math.cos(angle) * 0.05, Math.sin(angle) * 0.05];
		const outline: readonly Point[] = [
			[x, y, 0.3],
			[x + dx * 0.7 - dy * 0.42, y + dy * 0.7 + dx * 0.42],
			[x + dx, y + dy, tip],
			[x + dx * 0.7 + dy * 0.42, y + dy * 0.7 - dx * 0.42],
		];
		s.head.form('ears', outline, petal!, { depth: 0.006, width: 0.7, contour: false });
	}
	s.head.form('ears', s.head.disc(x, y, 0.016), heart!, { depth: 0.004, width: 0.6, contour: false });
}

/** Below a nostril a leaf would seem to float. */
const isBesideNose = ({ bounds: { left, right, bottom } }: Shape): boolean =>
	right < 0.408 || left > 0.49 || bottom < 0.49;

/** Leaves, rays or flakes of the season painted under the eyes: they show under every hat. */
function paintSeasonMarks(
	s: Studio,
	{ growth, breadth, tip }: Season,
	{ headShape, eyeNear, eyeFar, eyeHalf }: Rig,
): void {
	const leaves = [eyeNear, eyeFar].map(([eyeX, eyeY], side) =>
		[-1, 0, 1].map((i) => {
			const angle = ((side === 0 ? 62 : 118) - i * 30) * (Math.PI / 180);
			const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
			const length = i === 0 ? 0.062 : 0.048;
			const at = (along: number, across: number, smooth: number): Point => [
				eyeX + i * 0.026 + dx * along * length - dy * across * length,
				eyeY + eyeHalf * 1.02 + dy * along * length + dx * across * length,
				smooth,
			];
			return s.head.shape([at(0, 0, 0.3), at(0.5, -breadth, 0.9), at(1, 0, tip), at(0.5, breadth, 0.9)]);
		}),
	);
	// Cut by the edge of a cheek that turns away they would look torn.
	const whole = leaves.flat().filter((leaf) => isWellInside(leaf, headShape) && isBesideNose(leaf));
	s.head.pattern('markings', headShape, whole, s.colors.tone(growth[1]), 0.9);
}

export const eladrin = definePart({
	slot: 'race',
	id: 'eladrin',
	family: 'pointed-ear',
	draw: (studio) => {
		const season = studio.stream('season').pick(seasons);
		const rig = drawHumanoid(studio, {
			skins: [season.skin],
			hairs: ['longWavy', 'wildMane', 'tousled', 'sweptBack'],
			hairTones: [season.hair],
			ears: { kind: 'pointed', length: 0.15, rise: -0.1, breadth: 0.95 },
			jaw: 0.86,
			eyes: ['upturned', 'almond'],
			irises: [season.iris],
			brows: ['thin', 'arched'],
			noses: ['straight', 'button'],
			beards: ['none'],
			extra: (s) => {
				drawSeasonCrown(s, season);
				drawSeasonClasp(s, season);
			},
		});
		paintSeasonMarks(studio, season, rig);
		return rig;
	},
});
