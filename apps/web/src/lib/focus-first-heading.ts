/**
 * Gives the focus to the first heading that matches, with its ring, or else to the element itself where it can take it; the
 * page does not scroll.
 */
export function focusFirstHeading(element: HTMLElement | null, selector: string): void {
	const heading = element?.querySelector<HTMLElement>(selector);
	if (heading != null) heading.tabIndex = -1;
	const options: FocusOptions & { readonly focusVisible: boolean } = { preventScroll: true, focusVisible: true };
	(heading ?? element)?.focus(options);
}
