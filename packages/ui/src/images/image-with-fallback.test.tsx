import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ImageWithFallback } from './image-with-fallback.tsx';

afterEach(() => {
	cleanup();
	vi.useRealTimers();
});

const picture = () => screen.queryByRole<HTMLImageElement>('img', { name: 'An elf' });
const isShown = () => picture()?.tagName === 'IMG';

function show(url: string) {
	return render(<ImageWithFallback url={url} alt="An elf" fallbackText="Not available" />);
}

test('a picture that did not come is tried again a few times, then no more', () => {
	vi.useFakeTimers();
	show('/a.png');
	let tries = 0;
	for (let step = 0; step < 100; step++) {
		if (isShown()) {
			tries++;
			fireEvent.error(picture()!);
			expect(screen.getByText('Not available')).toBeVisible();
		}
		act(() => vi.advanceTimersByTime(2_000));
	}
	expect(tries).toBe(5);
});

test('back online it is asked for at once, however often it has failed', () => {
	vi.useFakeTimers();
	show('/a.png');
	for (let step = 0; step < 100; step++) {
		if (isShown()) fireEvent.error(picture()!);
		act(() => vi.advanceTimersByTime(2_000));
	}
	expect(isShown()).toBe(false);
	act(() => void window.dispatchEvent(new Event('online')));
	expect(picture()).toHaveAttribute('src', '/a.png');
});

test('another picture in its place starts afresh', () => {
	const { rerender } = show('/a.png');
	fireEvent.error(picture()!);
	rerender(<ImageWithFallback url="/b.png" alt="An elf" fallbackText="Not available" />);
	expect(picture()).toHaveAttribute('src', '/b.png');
});
