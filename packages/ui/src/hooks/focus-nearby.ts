const places = 'section, search, aside, form, fieldset, nav, main, [role="dialog"], [role="region"], #content';
const headings = 'h1, h2, h3';

/** What an element stands in, nearest first, as long as it is there. */
export function getPlaces(element: Element): readonly HTMLElement[] {
	const found: HTMLElement[] = [];
	for (let place = element.parentElement?.closest<HTMLElement>(places); place != null; ) {
		found.push(place);
		place = place.parentElement?.closest<HTMLElement>(places);
	}
	return found;
}

/** Gives the focus to the heading of the nearest place that is still there, or to the place itself; the page does not scroll. */
export function focusNearest(candidates: readonly HTMLElement[]): void {
	const place = candidates.find(({ isConnected }) => isConnected);
	if (place === undefined) return;
	const target = place.querySelector<HTMLElement>(headings) ?? place;
	if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
	const options: FocusOptions & { readonly focusVisible: boolean } = { preventScroll: true, focusVisible: true };
	target.focus(options);
}

/** Whether nothing in the page has the focus. */
export const isFocusLost = ({ activeElement, body }: Document): boolean =>
	activeElement === null || activeElement === body;
