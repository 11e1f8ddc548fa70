import type { Ramp } from '../../engine/color.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Pen } from '../../engine/recorder.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { takeStance } from '../../wardrobe/stance/stance.ts';
import { acrossShoulders } from '../../wardrobe/torso.ts';

/** One six-sided crystal from its root; `degrees` 0 points right, -90 up. */
function drawCrystal(
	pen: Pen,
	layer: Layer,
	[x, y]: readonly [number, number],
	degrees: number,
	length: number,
	half: number,
	gem: Ramp,
): void {
	const angle = (degrees * Math.PI) / 180;
	const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
	const at = (along: number, across: number): Point => [x + dx * along - dy * across, y + dy * along + dx * across, 0];
	const crystal = pen.form(
		layer,
		[at(0, -half), at(length * 0.72, -half), at(length, 0), at(length * 0.74, half), at(0, half)],
		gem,
		{ depth: 0.01 },
	);
	pen.pattern(
		layer,
		crystal,
		[
			pen.facet([
				at(0, -half * 0.2),
				at(length * 0.66, -half * 0.2),
				at(length, 0),
				at(length * 0.72, -half),
				at(0, -half),
			]),
		],
		gem.spec,
		0.55,
	);
}

/** Where crystals may break out of a shoulder. */
interface Growth {
	readonly root: Point;
	/** Degrees by which they lean away from the head. */
	readonly lean: number;
}

/** Whether a hand, what it holds or what is carried stands before or behind the shoulder of one side. */
function findBusySides(s: Studio, rig: Rig): { readonly near: boolean; readonly far: boolean } {
	const { pose, carrying } = takeStance(s, rig, 'humanoid');
	const carried = s.recorder.marks.flatMap((mark) =>
		mark.kind === 'form' && (mark.layer === layers.back || mark.layer === layers.hand) && mark.shape.space === 'body'
			? [mark.shape.bounds]
			: [],
	);
	const tall = carried.filter(({ top, bottom }) => top < 0.8 && bottom > 0.5);
	const reachesFrom = 0.6;
	return {
		near:
			(pose.near !== undefined && pose.near.hand[0] > reachesFrom) ||
			pose.prop !== undefined ||
			tall.some(({ right }) => right > 1 - (1 - reachesFrom) * 0.7),
		far: carrying !== null || tall.some(({ left }) => left < (1 - reachesFrom) * 0.7),
	};
}

/** The shoulder where nothing is held or carried; where both are busy, none. */
function chooseGrowth(s: Studio, rig: Rig): Growth | null {
	const high = rig.neck === 'thick' || rig.neck === 'none' ? 0.022 : 0;
	const busy = findBusySides(s, rig);
	if (busy.near && busy.far) return null;
	const [root] = acrossShoulders(s, rig)([[busy.near ? 0.2 : 0.81, 0.81 - high]]);
	return { root: root!, lean: busy.near ? -14 : 14 };
}

/** Crystals that have burst the clothes on a shoulder. */
function drawCluster(s: Studio, rig: Rig, gem: Ramp): void {
	const growth = chooseGrowth(s, rig);
	if (!growth) return;
	const { root, lean } = growth;
	const [x, y] = root;
	// The clothes are rent where they come out.
	const rent = Array.from({ length: 14 }, (_, i): Point => {
		const angle = (i / 14) * 2 * Math.PI;
		const reach = i % 2 ? 0.6 : 1;
		return [x + Math.cos(angle) * 0.07 * reach, y + 0.004 + Math.sin(angle) * 0.034 * reach, 0];
	});
	s.body.pattern('shoulderNear', null, [s.body.facet(rent)], gem.ink, 0.9);
	for (const [degrees, length, half] of [
		[-128, 0.12, 0.02],
		[-52, 0.11, 0.02],
		[-108, 0.17, 0.024],
		[-72, 0.2, 0.026],
		[-90, 0.075, 0.022],
	] as const)
		drawCrystal(s.body, 'shoulderNear', [x, y], degrees + lean, length, half, gem);
}

/** Whether a helm or a cloth hangs beside the cheek: crystals break out over it instead of behind it. */
const isUnderHeadgear = ({ recorder }: Studio, [, y]: readonly [number, number]): boolean =>
	recorder.marks.some(
		({ kind, layer, ...mark }) =>
			kind === 'form' &&
			layer === layers.headgear &&
			'shape' in mark &&
			mark.shape.space === 'head' &&
			mark.shape.bounds.bottom > y - 0.1,
	);

export const crystalPlague = definePart({
	slot: 'affliction',
	id: 'crystal-plague',
	draw(s, rig) {
		const gem = s.colors.ramp(
			'gem',
			s.choose('crystal', [
				[0.74, 0.13, 205],
				[0.68, 0.17, 320],
				[0.74, 0.15, 150],
			]),
		);
		const [x, y] = rig.cheekNear;
		s.head.glow('aura', [x + 0.05, y + 0.02, 0.15], gem.light, { alpha: 0.35 });
		const root = [x + 0.012, y + 0.03] as const;
		// The skin swells and splits around them.
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[s.head.disc(root[0] + 0.012, root[1], 0.06, 0.052)],
			rig.skin.shade,
			0.9,
		);
		for (const [dx, dy] of [
			[-0.085, -0.03],
			[-0.07, 0.045],
			[-0.02, -0.1],
			[0.0, 0.085],
		] as const)
			s.head.line(
				'skinAffliction',
				[
					[root[0] + dx * 0.35, root[1] + dy * 0.35],
					[root[0] + dx * 0.65 + 0.008, root[1] + dy * 0.7],
					[root[0] + dx, root[1] + dy],
				],
				gem.deep,
				0.012,
				{ clip: rig.headShape },
			);
		const layer = isUnderHeadgear(s, root) ? 'emblem' : 'hairFront';
		for (const [degrees, length, half] of [
			[-84, 0.1, 0.018],
			[66, 0.085, 0.016],
			[-56, 0.14, 0.021],
			[34, 0.1, 0.02],
			[-14, 0.125, 0.025],
		] as const)
			drawCrystal(s.head, layer, root, degrees, length, half, gem);
		drawCluster(s, rig, gem);
	},
});
