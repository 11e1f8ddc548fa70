import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const shifter = definePart({
	slot: 'race',
	id: 'shifter',
	family: 'canine',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.7, 0.08, 55],
				[0.6, 0.085, 50],
				[0.78, 0.07, 60],
			],
			hairs: ['wildMane', 'wildMane', 'spikes'],
			hairTones: [
				[0.36, 0.06, 45],
				[0.5, 0.1, 50],
				[0.3, 0.02, 280],
				[0.66, 0.11, 70],
			],
			ears: { kind: 'pointed', length: 0.07, rise: 0.015, breadth: 1.25 },
			jaw: 1.04,
			eyes: ['sharp', 'upturned', 'narrow'],
			pupil: 'slit',
			irises: [
				[0.82, 0.16, 90],
				[0.76, 0.16, 60],
				[0.74, 0.14, 130],
			],
			brows: ['thick', 'wedge'],
			noses: ['broad', 'flat', 'snub'],
			mouths: ['fang', 'grin', 'fang'],
			beards: ['curtain', 'none', 'full'],
		}),
});
