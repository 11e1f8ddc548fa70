import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

/** Resolves at the next frame; a page whose frames have stopped lets the test run out of time. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('a page still has frames after the element with the focus was removed under fake timers', {
	timeout: 5_000,
}, async () => {
	vi.useFakeTimers();
	const button = document.createElement('button');
	document.body.append(button);
	button.focus();
	button.remove();
	vi.useRealTimers();
	await expect(nextFrame()).resolves.toBeTypeOf('number');
});

test('a page still has frames after one was asked for under a fake interval', { timeout: 5_000 }, async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	requestAnimationFrame(() => {});
	vi.useRealTimers();
	await expect(nextFrame()).resolves.toBeTypeOf('number');
});

test('a frame that a test takes into its own hands comes when it says so', () => {
	vi.useFakeTimers();
	const draw = vi.fn();
	requestAnimationFrame(draw);
	expect(draw).not.toHaveBeenCalled();
	vi.advanceTimersToNextFrame();
	expect(draw).toHaveBeenCalledOnce();
});
