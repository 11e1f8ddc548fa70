import { useEffect, useRef } from 'react';

/**
 * Once nothing is looked at any more, however that came about, the tile of what was looked at last has the focus and is
 * in view.
 *
 * @param openId null while nothing is looked at
 * @param selectorOf finds the tile of that in the document; always the same function
 */
export function useTileFocus(openId: string | null, selectorOf: (id: string) => string): void {
	const lastOpen = useRef<string | null>(null);
	useEffect(() => {
		const last = lastOpen.current;
		lastOpen.current = openId;
		if (openId !== null || last === null) return;
		// After the dialog has given focus back to where it opened: the tile last looked at is where the eye is.
		const timer = setTimeout(() => {
			const tile = document.querySelector<HTMLElement>(selectorOf(last));
			tile?.scrollIntoView({ block: 'nearest' });
			tile?.focus();
		}, 0);
		return () => clearTimeout(timer);
	}, [openId, selectorOf]);
}
