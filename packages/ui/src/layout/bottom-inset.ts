import { observeHeight } from './observe-height.ts';

/**
 * `--bottom-inset` is the height, in px, of what covers the bottom of the window. It is not inherited (see tokens.css), so
 * that the bar's height can change without the styles of the whole page being computed again: only the root and the
 * elements that follow it have it.
 */
const property = '--bottom-inset';
const followers = new Set<HTMLElement>();
/** Empty for none: set to that, a property goes. */
let inset = '';

const write = ({ style }: HTMLElement) => style.setProperty(property, inset);

function setInset(heightPx: number): void {
	inset = heightPx === 0 ? '' : `${heightPx}px`;
	write(document.documentElement);
	followers.forEach(write);
}

/** As a `ref`, gives an element whose style uses `--bottom-inset` its value. */
export function followBottomInset(element: HTMLElement | null): (() => void) | undefined {
	if (element === null) return;
	followers.add(element);
	write(element);
	return () => followers.delete(element);
}

/** As a `ref`, makes this element's height the `--bottom-inset`; one element at a time. */
export const measureBottomInset = observeHeight(setInset);
