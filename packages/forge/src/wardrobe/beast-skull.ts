import type { Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { onHat, raised } from './hat-line.ts';
import { lowestCrown } from './openings.ts';
import { bulgeBefore } from './winding.ts';

/** One beast's skull in hat coordinates. */
interface SkullCut {
	readonly outline: readonly Point[];
	readonly sockets: readonly (readonly Point[])[];
	readonly nostrils: readonly (readonly Point[])[];
	readonly sutures: readonly (readonly Point[])[];
	/** The far one and the near one. */
	readonly horns?: readonly [far: readonly Point[], near: readonly Point[]];
	/** They hang from the muzzle, under its edge. */
	readonly fangs?: readonly (readonly Point[])[];
}

const ox: SkullCut = {
	outline: points(
		'-1.04 0.14 0.3, -1.04 -0.55, -0.62 -1.02, 0.05 -1.14, 0.72 -0.98, 1.1 -0.4, 1.1 0.16 0.3, 0.78 0.0 0.4, 0.52 0.26 0.3, 0.2 0.14, 0.06 0.34, -0.1 0.48 0.4, -0.3 0.52 0.4, -0.46 0.44 0.4, -0.52 0.22, -0.78 0.3 0.3, -0.9 0.04 0.4',
	),
	sockets: [
		points('-0.88 -0.32, -0.62 -0.52, -0.42 -0.26 0.3, -0.56 -0.06, -0.78 -0.1'),
		points('0.08 -0.24 0.3, 0.3 -0.54, 0.66 -0.4, 0.6 -0.1, 0.3 -0.04'),
	],
	nostrils: [
		points('-0.36 0.2 0.2, -0.28 0.14, -0.26 0.32 0.2, -0.32 0.36'),
		points('-0.16 0.14 0.2, -0.08 0.19, -0.14 0.35 0.2, -0.2 0.32'),
	],
	sutures: [points('-0.12 -1.1, -0.16 -0.8, -0.1 -0.55'), points('0.7 -0.92, 0.6 -0.75, 0.64 -0.62')],
	horns: [
		points('-0.7 -0.75, -1.15 -0.95, -1.45 -1.5 0.1, -1.6 -0.8, -1.35 -0.3, -0.95 -0.15'),
		points('0.75 -0.8, 1.25 -1.0, 1.62 -1.6 0.1, 1.72 -0.8, 1.42 -0.25, 1.02 -0.2'),
	],
};

/** Its horns wind around to a tip beside the socket. */
const ram: SkullCut = {
	...ox,
	horns: [
		points(
			'-0.66 -0.86, -1.2 -1.12, -1.68 -0.78, -1.72 -0.18, -1.42 0.14, -1.16 0.02 0.1, -1.38 -0.14, -1.4 -0.46, -1.18 -0.56, -0.96 -0.36',
		),
		points(
			'0.7 -0.9, 1.28 -1.16, 1.82 -0.8, 1.86 -0.16, 1.54 0.18, 1.24 0.04 0.1, 1.48 -0.12, 1.5 -0.46, 1.26 -0.56, 1.04 -0.36',
		),
	],
	sutures: [points('-0.2 -1.08, -0.26 -0.84, -0.16 -0.66'), points('0.3 -1.06, 0.36 -0.9, 0.3 -0.72')],
};

/** Hornless, with slanting sockets, a bony crest and fangs. */
const wolf: SkullCut = {
	outline: points(
		'-1.04 0.16 0.3, -1.08 -0.5, -0.66 -1.0, -0.2 -1.08, -0.06 -1.26 0.3, 0.12 -1.09, 0.74 -0.96, 1.14 -0.36, 1.1 0.2 0.3, 0.86 0.02 0.4, 0.62 0.18 0.3, 0.3 0.2, 0.14 0.44, -0.06 0.56 0.4, -0.28 0.6 0.4, -0.5 0.52 0.4, -0.6 0.26, -0.82 0.26 0.3, -0.92 0.04 0.4',
	),
	sockets: [
		points('-0.94 -0.42 0.2, -0.6 -0.34, -0.44 -0.12 0.2, -0.62 -0.06, -0.84 -0.18'),
		points('0.06 -0.1 0.2, 0.24 -0.32, 0.74 -0.46 0.2, 0.64 -0.18, 0.36 -0.04'),
	],
	nostrils: [points('-0.36 0.26, -0.24 0.18 0.2, -0.1 0.26, -0.16 0.38, -0.23 0.34 0.2, -0.3 0.38')],
	sutures: [points('-0.06 -1.2, -0.12 -0.86, -0.1 -0.5'), points('0.74 -0.84, 0.62 -0.72, 0.66 -0.6')],
	fangs: [points('-0.54 0.42 0.2, -0.4 0.5 0.2, -0.47 0.7 0.1'), points('0.0 0.46 0.2, 0.13 0.38 0.2, 0.07 0.63 0.1')],
};

/** A beast's skull worn as a cap; its short muzzle ends above the wearer's eyes. */
export function beastSkull(s: Studio, wearer: Rig, bone: Ramp): void {
	const rig = raised(wearer, 0.16);
	const first = s.recorder.marks.length;
	const at = (loop: readonly Point[]) => onHat(rig, loop);
	const cut = s.stream('skull-cut').pick([ox, ox, ram, wolf]);
	// Horned and long-eared wearers look as if what stands up behind the skull were its own.
	if (cut.horns && !s.recorder.outgrowths.some(({ base }) => base[1] < lowestCrown)) {
		const horn = s.colors.ramp('bone', [0.5, 0.05, 60]);
		s.head.form('earFar', at(cut.horns[0]), horn, { depth: 0.01 });
		s.head.form('headgear', at(cut.horns[1]), horn, { depth: 0.012, rim: true });
	}
	for (const fang of cut.fangs ?? []) s.head.form('headgear', at(fang), bone, { depth: 0.006, width: 0.8 });
	const skull = s.head.form('headgear', at(cut.outline), bone, { depth: 0.018, rim: true, closed: true });
	s.head.cast('faceCover', rig.headShape, skull, rig.skin.deep, [0.004, 0.024]);
	s.head.pattern(
		'headgear',
		skull,
		[...cut.sockets, ...cut.nostrils].map((loop) => s.head.shape(at(loop))),
		bone.ink,
	);
	for (const suture of cut.sutures) s.head.line('headgear', at(suture), bone.deep, 0.008, { clip: skull });
	bulgeBefore(s, wearer, first);
}
