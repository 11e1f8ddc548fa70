import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** Three gems in the brow and the cracks of a face hewn from stone. */
function drawStoneFace(s: Studio, { head, skin }: HumanoidParts): void {
	for (const crack of [
		points('0.6 0.24, 0.575 0.275, 0.592 0.305, 0.57 0.345'),
		points('0.655 0.5, 0.615 0.53, 0.62 0.565, 0.585 0.6'),
		points('0.352 0.53, 0.38 0.555, 0.374 0.585'),
	] as const)
		s.head.line('markings', crack, skin.deep, 0.011, { clip: head, taper: 0.7 });
	const gem = s.colors.ramp('gem', [0.66, 0.16, s.stream('brow-gems').pick([190, 145, 305])]);
	for (const [x, y, r] of [
		[0.408, 0.318, 0.014],
		[0.465, 0.288, 0.02],
		[0.525, 0.318, 0.016],
	] as const)
		s.head.form('markings', s.head.disc(x, y, r * 0.85, r * 1.15), gem, { depth: 0.005, width: 0.7, contour: false });
}

export const deepGnome = definePart({
	slot: 'race',
	id: 'deep-gnome',
	family: 'fey',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.58, 0.02, 60],
				[0.52, 0.018, 280],
				[0.62, 0.02, 90],
			],
			hairs: ['bald'],
			hairTones: [[0.86, 0.01, 270]],
			ears: { kind: 'pointed', length: 0.06, rise: 0.02, breadth: 1.45 },
			jaw: 0.94,
			headScale: 1.08,
			shoulders: 0.84,
			eyes: ['upturned', 'wide'],
			eyeSize: 1.16,
			// Pale irises fill dark eyes: white ones of this size look like spectacles.
			sclera: [0.44, 0.025, 285],
			irises: [
				[0.84, 0.09, 95],
				[0.86, 0.06, 210],
				[0.8, 0.1, 150],
			],
			noses: ['long', 'aquiline'],
			noseScale: 1.35,
			brows: ['thick', 'straight'],
			beards: ['none', 'none', 'goatee'],
			blush: false,
			extra: drawStoneFace,
		}),
});
