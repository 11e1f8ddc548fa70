import { drawWings } from '../../anatomy/wings.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { FormMark, Mark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { ellipseOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';
import { findHover, halo, isPierced, spanAround } from '../../wardrobe/halo.ts';

const ring = { rx: 0.18, ry: 0.05 };

/** Horns of a demon, horns, antlers, feathers and plumes would stand through a halo. */
const isCrowned = (s: Studio, at: Spot, isHatted: boolean): boolean => {
	const grown = new Set<Mark>(s.recorder.outgrowths.flatMap(({ marks }) => marks));
	// A hat whose tip is in the middle has the halo around it.
	const isCone = ({ shape: { outline } }: FormMark) => {
		const [tip] = outline.reduce((top, point) => (point[1] < top[1] ? point : top));
		return isHatted && Math.abs(tip - at[0]) < ring.rx * 0.4;
	};
	const counts = (mark: FormMark) => grown.has(mark) || (mark.layer >= layers.headgear && !isCone(mark));
	// The ring's lower edge keeps clear as well.
	const low: Spot = [at[0], at[1] + ring.ry * 0.4];
	return s.figure.affliction === 'demonic-influence' || isPierced(s, low, ring.rx, counts);
};

/** A halo above the head, or a nimbus behind it where something would stand through a halo. */
function crownWithLight(s: Studio, { crown: [x, y] }: Rig): void {
	// Divine madness has a halo or a nimbus of its own.
	if (s.figure.affliction === 'divine-madness') return;
	const gold = s.colors.ramp('metal', [0.86, 0.13, 92]);
	// Above a hat, or around its cone.
	const isHatted = s.hidden.has('crown');
	const usual: Spot = [0.5, isHatted ? 0.015 : 0.062];
	const around = isHatted
		? spanAround(s, usual[1], ring)
		: { ...ring, at: [usual[0], findHover(s, usual, { ...ring, turn: 0 })] as const };
	const isNimbus = around === null || isCrowned(s, usual, isHatted);
	const from = s.recorder.marks.length;
	if (isNimbus) {
		const disc = (r: number) => ellipseOutline(x, y + 0.17, r, r, 0, 16);
		s.head.form('back', s.head.shape(disc(0.3), disc(0.268).reverse()), gold, { depth: 0.006, width: 0.7 });
	} else halo(s, { ...around, turn: 0 }, gold, isHatted);
	s.head.glow('back', isNimbus ? [x, y + 0.1, 0.3] : [...around.at, 0.22], gold.light, { alpha: 0.5 });
	s.recorder.moveBehindCarried(from);
}

export const aasimar = definePart({
	slot: 'race',
	id: 'aasimar',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.86, 0.06, 75],
				[0.76, 0.08, 65],
				[0.6, 0.085, 55],
				[0.92, 0.03, 85],
			],
			hairs: ['longWavy', 'longStraight', 'sweptBack', 'curls', 'sidePart', 'crop'],
			hairTones: [
				[0.94, 0.02, 95],
				[0.86, 0.12, 92],
				[0.8, 0.11, 80],
				[0.97, 0.01, 260],
			],
			eyes: ['glowing', 'almond', 'glowing'],
			irises: [
				[0.86, 0.14, 92],
				[0.85, 0.09, 215],
			],
			beards: ['none'],
			extra: (s) => drawWings(s, s.colors.ramp('cloth', [0.94, 0.02, 90])),
		}),
	crown: crownWithLight,
});
