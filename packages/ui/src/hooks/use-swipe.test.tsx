import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

function Picture({ onSwipe }: { readonly onSwipe: (direction: -1 | 1) => void }) {
	return <div role="img" aria-label="Picture" {...useSwipe(onSwipe)} />;
}

const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 };

test.each([
	['to the left goes on', finger, [-80, 10], [[1]]],
	['to the right goes back', finger, [80, -10], [[-1]]],
	['that is short does nothing', finger, [-30, 0], []],
	['that goes down scrolls', finger, [-80, 60], []],
	['of a mouse does nothing', { ...finger, pointerType: 'mouse' }, [-80, 0], []],
	['of a second finger does nothing', { ...finger, isPrimary: false }, [-80, 0], []],
] as const)('a swipe %s', (_what, pointer, [byX, byY], calls) => {
	const onSwipe = vi.fn();
	render(<Picture onSwipe={onSwipe} />);
	const picture = screen.getByRole('img', { name: 'Picture' });
	fireEvent.pointerDown(picture, { ...pointer, clientX: 200, clientY: 200 });
	fireEvent.pointerUp(picture, { ...pointer, clientX: 200 + byX, clientY: 200 + byY });
	expect(onSwipe.mock.calls).toEqual(calls);
});

test('a pinch that begins during a swipe, or a swipe that the browser takes over, is none', () => {
	const onSwipe = vi.fn();
	render(<Picture onSwipe={onSwipe} />);
	const picture = screen.getByRole('img', { name: 'Picture' });
	fireEvent.pointerDown(picture, { ...finger, clientX: 200, clientY: 200 });
	fireEvent.pointerDown(picture, { ...finger, isPrimary: false, pointerId: 2, clientX: 100, clientY: 200 });
	fireEvent.pointerUp(picture, { ...finger, clientX: 90, clientY: 200 });
	fireEvent.pointerDown(picture, { ...finger, clientX: 200, clientY: 200 });
	fireEvent.pointerCancel(picture, finger);
	fireEvent.pointerUp(picture, { ...finger, clientX: 90, clientY: 200 });
	expect(onSwipe).not.toHaveBeenCalled();
});
