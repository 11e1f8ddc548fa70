import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const disabled = ':disabled';

/**
 * Keeps the focus in a part of the page when the control that had it goes away or is disabled: the first enabled one that
 * matches a selector takes it, earlier selectors before later ones, or else the part itself where it can. The component that
 * uses it must rerender with that change.
 */
export function useFocusRetained<Part extends HTMLElement>(
	...selectors: readonly [string, ...string[]]
): RefObject<Part | null> {
	const part = useRef<Part>(null);
	const focused = useRef<Element | null>(null);
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			focused.current = target instanceof Element && part.current?.contains(target) ? target : null;
		};
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, []);
	// After every drawing: only then is it seen whether the control is still there.
	useLayoutEffect(() => {
		const lost = focused.current;
		if (lost === null || (lost.isConnected && !lost.matches(disabled))) return;
		const { activeElement, body } = document;
		if (activeElement !== body && activeElement !== lost) return;
		for (const selector of selectors) {
			const candidate = [...(part.current?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
				(element) => !element.matches(disabled),
			);
			if (candidate === undefined) continue;
			candidate.focus({ preventScroll: true });
			return;
		}
		part.current?.focus({ preventScroll: true });
	});
	return part;
}
