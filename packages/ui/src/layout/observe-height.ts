/**
 * As a `ref`, tells an element's height in px, and 0 once it is gone. The observer reports the first height as well, after
 * the frame was laid out: reading it here would lay the page out twice.
 */
export const observeHeight =
	(onHeight: (heightPx: number) => void) =>
	(element: HTMLElement | null): (() => void) | undefined => {
		if (element === null) return;
		const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
		observer.observe(element);
		return () => {
			observer.disconnect();
			onHeight(0);
		};
	};
