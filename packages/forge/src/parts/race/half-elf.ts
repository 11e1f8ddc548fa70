import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const halfElf = definePart({
	slot: 'race',
	id: 'half-elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 60],
				[0.86, 0.05, 62],
				[0.66, 0.09, 54],
				[0.52, 0.08, 48],
			],
			ears: { kind: 'pointed', length: 0.045, rise: 0.02, breadth: 0.9 },
			jaw: 0.97,
			eyes: ['almond', 'upturned', 'round'],
		}),
});
