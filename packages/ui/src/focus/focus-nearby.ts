import { focusFirstHeading } from './focus-heading.ts';

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
	focusFirstHeading(candidates.find(({ isConnected }) => isConnected) ?? null, headings);
}

/** Whether nothing in the page has the focus. */
export const isFocusLost = ({ activeElement, body }: Document): boolean =>
	activeElement === null || activeElement === body;
