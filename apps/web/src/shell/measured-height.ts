/** A `ref` that keeps an element's height in a property of the style sheet; for one element at a time. */
export const measureHeightAs =
	(property: `--${string}`) =>
	(element: HTMLElement | null): (() => void) | undefined => {
		if (element === null) return;
		const { style } = document.documentElement;
		const measure = () => style.setProperty(property, `${element.offsetHeight}px`);
		measure();
		const observer = new ResizeObserver(measure);
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
