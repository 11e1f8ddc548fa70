import { describe, expect, test } from 'vitest';
import {
	advanceBurst,
	type BurstFlake,
	burstLifeTicks,
	createBurst,
	isInteractive,
	isNearCursor,
	tickMs,
} from './snow-burst.ts';

describe('a burst of snow', () => {
	test('has 8 flakes that fly apart (SNOW-02)', () => {
		const flakes = advanceBurst(createBurst({ x: 100, y: 100 }, 1));
		expect(flakes).toHaveLength(8);
		expect(new Set(flakes.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)).size).toBe(8);
	});

	test('lives 60 ticks of 50 ms (SNOW-03)', () => {
		let flakes: readonly BurstFlake[] = createBurst({ x: 0, y: 0 }, 1);
		for (let tick = 1; tick < burstLifeTicks; tick += 1) flakes = advanceBurst(flakes);
		expect(flakes).toHaveLength(8);
		expect(advanceBurst(flakes)).toHaveLength(0);
		expect(burstLifeTicks * tickMs).toBe(3_000);
	});

	test.each([
		[50, 0, true],
		[51, 0, false],
		[0, 30, true],
		[0, 31, false],
	])('a click %i px aside and %i px below is near: %s (SNOW-02)', (x, y, near) => {
		expect(isNearCursor({ x, y }, { x: 0, y: 0 }, { width: 1_000, height: 600 })).toBe(near);
	});

	test('what is inside a button counts as the button (SNOW-04)', () => {
		document.body.innerHTML = '<button><i></i></button><p></p>';
		expect(isInteractive(document.querySelector('i'))).toBe(true);
		expect(isInteractive(document.querySelector('p'))).toBe(false);
		document.body.innerHTML = '';
	});
});
