import { type RefObject, useEffect, useRef } from 'react';

/**
 * For an element with `tabIndex={-1}`: when what had the focus inside it went away as `state` changed, the element takes it,
 * so that keys go on there. Nobody's focus is taken who was elsewhere. `isReplacing`: it appears in the place of what was
 * pressed, and takes the focus of that.
 */
export function useFocusFallback<Target extends HTMLElement>(
	state: unknown,
	isReplacing = false,
): RefObject<Target | null> {
	const ref = useRef<Target>(null);
	const wasInside = useRef(isReplacing);
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			wasInside.current = target instanceof Node && ref.current?.contains(target) === true;
		};
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, []);
	useEffect(() => {
		const { activeElement, body } = document;
		const isLost = activeElement === null || activeElement === body;
		if (isLost && wasInside.current) ref.current?.focus();
	}, [state]);
	return ref;
}
