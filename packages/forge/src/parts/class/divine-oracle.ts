import type { Ramp } from '../../engine/color.ts';
import type { Figure } from '../../engine/figure.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { blindfold, circlet } from '../../wardrobe/bands.ts';
import { sunEmblem } from '../../wardrobe/emblem.ts';
import { folds, vCollar } from '../../wardrobe/garments.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';

/** A golden ring behind the head with short rays. On a flat crown it would seem to be the dome of the skull. */
function nimbus(s: Studio, { hat, headShape }: Rig, gold: Ramp): void {
	const [x, y, r] = [
		hat.x,
		Math.max(hat.y - hat.half * 0.1, headShape.bounds.top + 0.1),
		Math.min(0.3, hat.half * 1.55),
	];
	const { marks } = s.recorder;
	const first = marks.length;
	for (let i = 0; i < 9; i++) {
		const angle = ((-172 + i * 20.5) * Math.PI) / 180;
		const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
		const tip = i % 2 ? 0.036 : 0.058;
		const at = (out: number, across: number): Point => [
			x + dx * (r + out) - dy * across,
			y + dy * (r + out) + dx * across,
			0,
		];
		s.head.form('hairBack', [at(-0.004, -0.016), at(tip, 0), at(-0.004, 0.016)], gold, { depth: 0.004, width: 0.7 });
	}
	const ring = s.head.shape(
		ellipseOutline(x, y, r, r, 0, 16),
		ellipseOutline(x, y, r * 0.91, r * 0.91, 0, 16).reverse(),
	);
	s.head.form('hairBack', ring, gold, { depth: 0.006, width: 0.8 });
	// Behind buns, tails and manes too.
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.hairBack - 0.5 };
}

/** Two haloes would cross each other. */
const hasHalo = ({ race, affliction }: Figure): boolean =>
	race === 'aasimar' || affliction === 'divine-madness' || affliction === 'celestial-marked';

export const divineOracle = definePart({
	slot: 'class',
	id: 'divine-oracle',
	cloth: [
		[0.88, 0.03, 80],
		[0.84, 0.05, 280],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['eyes', 'brow-band'],
	emblem: sunEmblem(0.905, 0.03),
	garment(s, rig, kit) {
		folds(s, rig, kit);
		vCollar(s, kit, kit.trim, 0.8);
	},
	headgear(s, rig, kit) {
		blindfold(s, rig, kit.cloth, kit.trim.deep);
		// On a frog's brow the cloth has its sign where the gem would sit.
		circlet(s, rig, kit.trim, isBulgeEyed(rig) ? undefined : [0.85, 0.1, 95], 0.07);
		if (!hasHalo(s.figure)) nimbus(s, rig, kit.trim);
	},
});
