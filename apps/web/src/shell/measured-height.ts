/**
 * A `ref` that keeps an element's height in a property of the style sheet; for one element at a time. The observer
 * reports the first height as well, after the frame was laid out: reading it here would lay the page out twice.
 */
export const measureHeightAs =
	(property: `--${string}`) =>
	(element: HTMLElement | null): (() => void) | undefined => {
		if (element === null) return;
		const { style } = document.documentElement;
		const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
		observer.observe(element);
		return () => {
			observer.disconnect();
			style.removeProperty(property);
		};
	};

/** Stands below the bar on every page. */
export const measureBanner = measureHeightAs('--banner-height');

/** Stands above the content of the Create page. */
export const measureNotice = measureHeightAs('--notice-height');
