import { describe, expect, it } from 'vitest';
import { backgroundParts } from '../../background-parts.ts';
import { styleParts } from '../../style-parts.ts';
import { css, type Lch } from '../color.ts';
import { showInPixels } from '../pixels.ts';
import { createColors } from '../studio.ts';
import { findRimTone, keepOff, parseChannels, standOff } from './stand-off.ts';

const hueGap = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

describe('what stands behind a head', () => {
	it('keeps off the lightness of skin, hair and headgear, and stays as it is where it does', () => {
		for (const skin of [0.3, 0.45, 0.6, 0.75, 0.9])
			for (const hair of [0.22, 0.5, 0.8]) {
				const lightness = standOff(0.5, [skin, hair]);
				expect(Math.abs(lightness - skin), `${skin} / ${hair}`).toBeGreaterThan(0.17);
				expect(Math.abs(lightness - hair), `${skin} / ${hair}`).toBeGreaterThan(0.17);
			}
		expect(standOff(0.5, [0.9])).toBeCloseTo(0.5, 1);
	});

	it('is no sky of the colour of the hair, in few colours neither', () => {
		for (const hue of [30, 90, 150, 210, 285, 330])
			for (const L of [0.35, 0.5, 0.7]) {
				const sky: Lch = [L, 0.13, hue];
				const hair = parseChannels(css(...sky));
				const plain = parseChannels(css(...keepOff(sky, [hair], (tone) => [parseChannels(css(...tone))])));
				expect(Math.hypot(...plain.map((value, i) => value - hair[i]!)), `${sky}`).toBeGreaterThan(55);
				const [few] = showInPixels(hair);
				const pixels = keepOff(sky, [few!], (tone) => showInPixels(parseChannels(css(...tone))));
				expect(showInPixels(parseChannels(css(...pixels))), `${sky}`).not.toContainEqual(few);
			}
	});

	it('has not the colour of the light on the edge of the figure', () => {
		for (const style of styleParts)
			for (const scene of backgroundParts) {
				const [L, , h] = findRimTone(style, scene);
				const isApart = hueGap(h, scene.halo[2]) >= 45 || L >= 0.94 || style.rimTone !== null;
				expect(isApart, `${style.id} / ${scene.id}`).toBe(true);
			}
	});
});

describe('styles of hairlines', () => {
	it('have no strokes in the ink of their outlines, which would be far too heavy beside these', () => {
		for (const style of styleParts.filter(({ outlinePx }) => outlinePx < 2)) {
			const ramp = createColors(style).ramp('skin', [0.7, 0.08, 60]);
			expect(ramp.ink, style.id).toBe(ramp.deep);
		}
	});
});
