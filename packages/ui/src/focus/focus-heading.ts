/**
 * Gives the focus to the first heading that matches, with its ring, or else to the element itself; the
 * page does not scroll.
 */
export function focusFirstHeading(element: HTMLElement | null, selector: string): void {
	const heading = element?.querySelector<HTMLElement>(selector) ?? element;
	if (heading !== null) focusHeading(heading);
}

/** The same with an element that was found already, whether it can take the focus by itself or not. */
export function focusHeading(heading: HTMLElement): void {
	if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
	const options: FocusOptions & { readonly focusVisible: boolean } = { preventScroll: true, focusVisible: true };
	heading.focus(options);
}
