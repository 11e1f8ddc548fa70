const toPx = (length: string): number => Number.parseFloat(length) || 0;

/** How much of the window's top is covered where an element is scrolled to: by the bar of the page, and by what sticks below. */
export function getScrollInsetPx(element: HTMLElement): number {
	const { scrollMarginTop } = getComputedStyle(element);
	const { scrollPaddingTop } = getComputedStyle(document.documentElement);
	return toPx(scrollMarginTop) + toPx(scrollPaddingTop);
}
