import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Studio } from '../../engine/studio.ts';
import { swordOnBack } from '../../wardrobe/carried.ts';
import { cape, gorget, pauldrons } from '../../wardrobe/garments.ts';
import { crownedHelm } from '../../wardrobe/helms.ts';

/** What glows in the helm's slits and on the sword: frost, and now and then the grave or embers. */
const glows: readonly Lch[] = [
	[0.82, 0.14, 215],
	[0.82, 0.14, 215],
	[0.84, 0.17, 150],
	[0.8, 0.2, 40],
];
const pickGlow = (s: Studio) => s.stream('helm-glow').pick(glows);

export const deathKnight = definePart({
	slot: 'class',
	id: 'death-knight',
	cloth: [
		[0.26, 0.03, 270],
		[0.24, 0.03, 300],
	],
	trim: [0.44, 0.05, 265],
	trimMaterial: 'cloth',
	metal: [0.42, 0.03, 265],
	hides: ['hair', 'headgear', 'ears', 'crown', 'shoulders'],
	garment(s, rig, kit) {
		cape(s, rig, kit.cloth);
		gorget(s, kit);
		pauldrons(s, rig, kit.metal, kit.trim, true);
	},
	headgear(s, rig, kit) {
		crownedHelm(s, rig, kit, pickGlow(s));
	},
	carry(s, _rig, kit) {
		const [, chroma, hue] = pickGlow(s);
		swordOnBack(s, kit, s.colors.ramp('gem', [0.78, chroma, hue]));
	},
});
