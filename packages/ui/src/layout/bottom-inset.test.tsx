import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { followBottomInset, measureBottomInset } from './bottom-inset.ts';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

/** The bar's height as a browser reports it: after the frame, and with each change. */
function useHeights() {
	let height = 0;
	let report = () => {};
	vi.stubGlobal(
		'ResizeObserver',
		class {
			constructor(callback: () => void) {
				report = callback;
			}
			observe() {}
			disconnect() {
				report = () => {};
			}
		},
	);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
	return (px: number) =>
		act(() => {
			height = px;
			report();
		});
}

const insetOf = (element: HTMLElement) => element.style.getPropertyValue('--bottom-inset');

function Page({ isBarShown = true, isLateShown = false }) {
	return (
		<>
			<i ref={followBottomInset} title="early" />
			{isLateShown ? <i ref={followBottomInset} title="late" /> : null}
			{isBarShown ? <div ref={measureBottomInset} /> : null}
		</>
	);
}

test('the root and what follows it have the height of what covers the bottom, until that goes', () => {
	const setHeight = useHeights();
	const { getByTitle, rerender } = render(<Page />);
	const early = getByTitle('early');
	setHeight(0);
	expect([insetOf(early), insetOf(document.documentElement)]).toEqual(['', '']);
	setHeight(64);
	expect([insetOf(early), insetOf(document.documentElement)]).toEqual(['64px', '64px']);
	rerender(<Page isLateShown />);
	expect(insetOf(getByTitle('late'))).toBe('64px');
	setHeight(91);
	expect([insetOf(early), insetOf(getByTitle('late'))]).toEqual(['91px', '91px']);
	rerender(<Page isBarShown={false} />);
	expect([insetOf(early), insetOf(document.documentElement)]).toEqual(['', '']);
});

test('an element that is gone follows no more', () => {
	const setHeight = useHeights();
	const { getByTitle, rerender } = render(<Page isLateShown />);
	const late = getByTitle('late');
	setHeight(64);
	rerender(<Page />);
	setHeight(91);
	expect(insetOf(late)).toBe('64px');
});
