import { type RefObject, useEffect, useRef } from 'react';

/**
 * For an element with `tabIndex={-1}`: when what had the focus inside it went away as `state` changed, the element takes it,
 * so that keys go on there. Nobody's focus is taken who was elsewhere.
 *
 * @param replaced true where it appears in the place of what was pressed, and takes the focus of that; or what went away last,
 * also in a dialog of its own
 */
export function useFocusFallback<Target extends HTMLElement>(
	state: unknown,
	replaced: boolean | string | null = false,
): RefObject<Target | null> {
	const ref = useRef<Target>(null);
	const wasInside = useRef(Boolean(replaced));
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			wasInside.current = target instanceof Node && ref.current?.contains(target) === true;
		};
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, []);
	useEffect(() => {
		if (replaced) wasInside.current = true;
	}, [replaced]);
	useEffect(() => {
		const { activeElement, body } = document;
		const isLost = activeElement === null || activeElement === body;
		if (isLost && wasInside.current && ref.current !== null) takeFocus(ref.current);
	}, [state]);
	return ref;
}

/**
 * A dialog that goes away at the same time, together with the button that opened it, would give the focus to what had it
 * long before: it does so within this task.
 */
function takeFocus(element: HTMLElement): void {
	element.focus();
	const task = new AbortController();
	document.addEventListener('focusin', () => element.focus(), { once: true, signal: task.signal });
	setTimeout(() => task.abort());
}
