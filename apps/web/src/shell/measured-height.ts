import { observeHeight } from '@adx/ui/layout/observe-height';

/** A `ref` that keeps an element's height in a property of the style sheet; for one element at a time. */
const measureHeightAs = (property: `--${string}`) =>
	observeHeight((heightPx) => {
		document.documentElement.style.setProperty(property, heightPx === 0 ? '' : `${heightPx}px`);
	});

/** Stands below the bar on every page. */
export const measureBanner = measureHeightAs('--banner-height');

/** Stands above the content of the Create page. */
export const measureNotice = measureHeightAs('--notice-height');
