import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What can be pressed or filled in a dialog. */
const controls = 'button, a[href], input, select, textarea, summary';
/** By so much a dialog ends above the window's bottom, see `Dialog`. */
const insetProperty = '--dialog-bottom-inset';

type Side = 'bottom' | 'top';

/**
 * On which side of the window a toast stands so that it covers no control of an open dialog: at the bottom where that is
 * free, else at the top. Where neither is, as with a dialog that fills most of the window, the dialog ends above it.
 * @param toast null for none; another one is placed again
 */
export function useClearOfDialog(toast: unknown): {
	readonly ref: RefObject<HTMLOListElement | null>;
	readonly side: Side;
} {
	const ref = useRef<HTMLOListElement>(null);
	const [side, setSide] = useState<Side>('bottom');
	useLayoutEffect(() => {
		const { style } = document.documentElement;
		style.removeProperty(insetProperty);
		const viewport = ref.current;
		if (toast === null || viewport === null) return setSide('bottom');

		function place(): void {
			if (viewport === null) return;
			// Measured where the dialog stands by itself: moved up it is clear of the toast, and would be let down again.
			const restoreScroll = saveScroll();
			style.removeProperty(insetProperty);
			const { height, left, right } = viewport.getBoundingClientRect();
			const bottom = getBottomInset();
			const floor = window.innerHeight - bottom;
			const covered = getControlBoxes();
			const isFree = (from: number, to: number) =>
				!covered.some((box) => box.left < right && box.right > left && box.top < to && box.bottom > from);
			const isTopBetter = !isFree(floor - height, floor) && isFree(0, height);
			setSide(isTopBetter ? 'top' : 'bottom');
			if (isTopBetter || isFree(floor - height, floor)) return;
			style.setProperty(insetProperty, `${height + bottom}px`);
			restoreScroll();
		}
		let frame = 0;
		const placeSoon = () => {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(place);
		};
		place();
		// A dialog opens, closes, shows something else or is scrolled.
		const changes = new MutationObserver(placeSoon);
		changes.observe(document.body, { childList: true, subtree: true });
		const listeners = new AbortController();
		const options = { signal: listeners.signal, capture: true, passive: true };
		window.addEventListener('resize', placeSoon, options);
		window.addEventListener(
			'scroll',
			() => {
				// A dialog that ends above the toast is scrolled clear of it.
				if (style.getPropertyValue(insetProperty) === '') placeSoon();
			},
			options,
		);
		return () => {
			changes.disconnect();
			listeners.abort();
			cancelAnimationFrame(frame);
			style.removeProperty(insetProperty);
		};
	}, [toast]);
	return { ref, side };
}

const getBottomInset = () =>
	Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-inset')) || 0;

/** Remembers how far dialogs are scrolled: one that gets more room for a moment can be scrolled less far. */
function saveScroll(): () => void {
	const scrollers = [...document.querySelectorAll('[data-dialog-window]')].flatMap(({ parentElement }) =>
		parentElement === null ? [] : [[parentElement, parentElement.scrollTop] as const],
	);
	return () => {
		for (const [scroller, scrollTop] of scrollers) scroller.scrollTop = scrollTop;
	};
}

/** Of all open dialogs; also where a dialog is scrolled beyond them. */
const getControlBoxes = () =>
	[...document.querySelectorAll('[data-dialog-window]')]
		.flatMap((dialog) => [...dialog.querySelectorAll(controls)])
		.map((control) => control.getBoundingClientRect());
