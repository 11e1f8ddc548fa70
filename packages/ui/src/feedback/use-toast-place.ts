import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { followBottomInset } from '../layout/bottom-inset.ts';

/** Marks what no toast covers: the button that orders what the page is there for. */
const clearOfToasts = '[data-clear-of-toasts]';
/** What can be pressed or filled in a dialog. */
const controls = ['button', 'a[href]', 'input', 'select', 'textarea', 'summary']
	.map((control) => `[data-dialog-window] ${control}`)
	.join();
/** What is typed into once it has the focus: as a message comes, the field that it is about. */
const fields = 'input, select, textarea';
/** By so much a dialog ends above the window's bottom, see `Dialog`. */
const insetProperty = '--dialog-bottom-inset';

type Side = 'bottom' | 'top';

/** Where a toast stands: on that side of the window; at the bottom `lift` pixels above it, 0 for where the page's bar ends. */
interface ToastPlace {
	readonly side: Side;
	readonly lift: number;
}

const usual: ToastPlace = { side: 'bottom', lift: 0 };
const atTop: ToastPlace = { side: 'top', lift: 0 };

/**
 * Where a toast stands so that it covers no control of an open dialog: at the bottom where that is free, else at the top.
 * Where neither is, as with a dialog that fills most of the window, the dialog ends above it. Without a dialog it stands
 * above whatever of the page is marked with `data-clear-of-toasts`, or at the top where it would cover the field that has
 * the focus.
 * @param toast null for none; another one is placed again
 */
export function useToastPlace(toast: unknown): ToastPlace & { readonly ref: RefObject<HTMLOListElement | null> } {
	const ref = useRef<HTMLOListElement>(null);
	const [toastPlace, setPlace] = useState(usual);
	useLayoutEffect(() => followBottomInset(ref.current), []);
	useLayoutEffect(() => {
		const { style } = document.documentElement;
		style.removeProperty(insetProperty);
		const viewport = ref.current;
		if (toast === null || viewport === null) return setPlace(usual);

		function place(): void {
			if (viewport === null) return;
			// Measured where the dialog stands by itself: moved up it is clear of the toast, and would be let down again.
			const restoreScroll = saveScroll();
			style.removeProperty(insetProperty);
			const { height, left, right } = viewport.getBoundingClientRect();
			const bottom = getBottomInset();
			const floor = window.innerHeight - bottom;
			const isBeside = (box: DOMRect) => box.left < right && box.right > left;
			if (document.querySelector('[data-dialog-window]') === null) {
				const lift = getLift(getBoxes(clearOfToasts).filter(isBeside), floor, height);
				const end = lift === 0 ? floor : window.innerHeight - lift;
				const field = document.activeElement?.matches(fields) ? document.activeElement.getBoundingClientRect() : null;
				const coversField = field !== null && isBeside(field) && field.top < end && field.bottom > end - height;
				const next: ToastPlace = coversField && field.top >= height ? atTop : { side: 'bottom', lift };
				setPlace((known) => (known.side === next.side && known.lift === next.lift ? known : next));
				return;
			}
			const covered = getBoxes(controls).filter(isBeside);
			const isFree = (from: number, to: number) => !covered.some((box) => box.top < to && box.bottom > from);
			const isTopBetter = !isFree(floor - height, floor) && isFree(0, height);
			setPlace(isTopBetter ? atTop : usual);
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
		window.addEventListener('focusin', placeSoon, options);
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
	return { ref, ...toastPlace };
}

/**
 * By how much a toast is lifted off the window's bottom to cover none of the boxes: it stands on the highest of those that
 * it would cover one after the other. 0 where it covers none, or has no room above them.
 */
function getLift(boxes: readonly DOMRect[], floor: number, height: number): number {
	let bottom = floor;
	for (const { top, bottom: end } of boxes.toSorted((one, other) => other.bottom - one.bottom)) {
		if (end > bottom - height && top < bottom) bottom = top;
	}
	return bottom === floor || bottom < height ? 0 : window.innerHeight - bottom;
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

/** Also of what is scrolled out of a dialog's sight. */
const getBoxes = (selector: string) =>
	[...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
