import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A button that is disabled while its work is under way would drop the focus: until then what describes it, an element with
 * `tabIndex={-1}`, has it, and the button gets it back unless somebody has gone on.
 */
export function useSubmitFocus<Description extends HTMLElement>(
	isPending: boolean,
): { readonly button: RefObject<HTMLButtonElement | null>; readonly description: RefObject<Description | null> } {
	const button = useRef<HTMLButtonElement>(null);
	const description = useRef<Description>(null);
	const isHandedOver = useRef(false);
	useLayoutEffect(() => {
		const { activeElement } = document;
		if (isPending) {
			isHandedOver.current = button.current !== null && activeElement === button.current;
			if (isHandedOver.current) description.current?.focus({ preventScroll: true });
			return;
		}
		if (isHandedOver.current && activeElement === description.current) button.current?.focus({ preventScroll: true });
		isHandedOver.current = false;
	}, [isPending]);
	return { button, description };
}
