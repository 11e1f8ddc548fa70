import { useEffect, useRef } from 'react';

/** For an element with `tabIndex={-1}`: takes the focus as it appears if whatever had it is gone, so that keys go on there. */
export function useFocusWhenLost<Target extends HTMLElement>() {
	const ref = useRef<Target>(null);
	useEffect(() => {
		const { activeElement, body } = document;
		if (activeElement === null || activeElement === body) ref.current?.focus();
	}, []);
	return ref;
}
