import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Two leaves that hold the hair above the near ear. */
function drawLeafClasp(s: Studio): void {
	// A band around the brow would cut it in two.
	if (s.hidden.has('hair') || s.hidden.has('front-hair') || s.hidden.has('brow-band')) return;
	const leaf = s.colors.ramp('cloth', [0.62, 0.14, 140]);
	for (const [outline, vein] of [
		[points('0.632 0.33 0.2, 0.642 0.265, 0.702 0.232 0.1, 0.7 0.295'), points('0.638 0.322, 0.665 0.282, 0.695 0.24')],
		[points('0.632 0.33 0.2, 0.588 0.29, 0.535 0.3 0.1, 0.572 0.335'), points('0.625 0.326, 0.59 0.312, 0.545 0.302')],
	] as const) {
		s.head.form('hairFront', outline, leaf, { depth: 0.007, width: 0.8 });
		s.head.line('hairFront', vein, leaf.deep, 0.007);
	}
}

export const elf = definePart({
	slot: 'race',
	id: 'elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.84, 0.055, 60],
				[0.88, 0.04, 62],
				[0.74, 0.075, 60],
				[0.6, 0.08, 52],
			],
			hairs: [
				'longStraight',
				'longWavy',
				'longStraight',
				'twinBraids',
				'sideBraid',
				'highTail',
				'sidePart',
				'longWavy',
			],
			hairTones: [
				[0.86, 0.09, 95],
				[0.93, 0.01, 260],
				[0.66, 0.11, 75],
				[0.36, 0.06, 45],
				[0.5, 0.14, 38],
				[0.26, 0.02, 280],
				[0.78, 0.03, 230],
			],
			ears: { kind: 'pointed', length: 0.11, rise: -0.02, breadth: 0.95 },
			jaw: 0.9,
			eyes: ['upturned', 'upturned', 'almond', 'narrow'],
			irises: [
				[0.62, 0.14, 160],
				[0.62, 0.12, 235],
				[0.7, 0.13, 85],
				[0.6, 0.14, 300],
				[0.7, 0.05, 250],
			],
			brows: ['thin', 'soft', 'arched'],
			noses: ['straight', 'button', 'aquiline'],
			beards: ['none'],
			extra: drawLeafClasp,
		}),
});
