import { describe, expect, it } from 'vitest';
import { css, type Lch } from '../color.ts';
import { findAlike, findWash } from './shoulder-ground.ts';
import { type Channels, parseChannels } from './stand-off.ts';

const toChannels = (tone: Lch): Channels => parseChannels(css(...tone));

describe('the ground beside the shoulders in few colours', () => {
	const tones = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95].flatMap((L) =>
		[10, 60, 110, 150, 250, 300].flatMap((h) => [0.02, 0.1].map((C): Lch => [L, C, h])),
	);

	it.each(tones)('parts from clothes of %s, %s, %s, which are its own colour', (...tone) => {
		const body = [toChannels(tone)];
		const ground = [toChannels(tone)];
		const wash = findWash(ground, body);
		const [color, share] = wash!;
		const washed = ground.map((spot) => spot.map((value, i) => value + (color[i]! - value) * share));
		expect(findAlike(washed, body)).toEqual([]);
	});

	it('stays as it is beside clothes of another colour', () => {
		expect(findWash([toChannels([0.8, 0.1, 215])], [toChannels([0.4, 0.1, 20])])).toBeNull();
	});
});
