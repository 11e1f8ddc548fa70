import { focusHeading } from '@adx/ui/focus/focus-heading';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After a way from page to page that took the focused link along, or from the gate (`isAfterGate`) to the first page, which
 * took the field of the password along, the new page's heading has the focus, or that of the part that the address names, so
 * that keys and screen readers go on there; a heading that stands only while the page loads hands it on. The focus of
 * somebody who is elsewhere, or who goes on meanwhile, stays where it is.
 */
export function usePageFocus(contentId: string, isAfterGate: boolean): void {
	const { pathname, hash } = useLocation();
	// The skip link names the content as a whole, and the browser gives it the focus.
	const partId = hash === contentId ? '' : hash;
	const place = `${pathname}#${partId}`;
	const focusedPlace = useRef(isAfterGate ? null : place);
	useEffect(() => {
		const content = document.getElementById(contentId);
		if (content === null || focusedPlace.current === place) return;
		focusedPlace.current = place;
		const moveFocus = () => {
			const { activeElement, body } = document;
			const pageHeading = content.querySelector('h1');
			const part = partId === '' ? null : document.getElementById(partId);
			const heading = part?.querySelector('h2') ?? pageHeading ?? content;
			if (activeElement === heading) return;
			// A menu that closes gives the focus back to its button, though its item led away. The content itself has the focus
			// while it has no heading, and the page's heading while the part is not there.
			const isLeft = activeElement === body || activeElement === content || activeElement === pageHeading;
			if (isLeft || activeElement?.matches('[aria-haspopup="menu"]')) focusHeading(heading);
		};
		moveFocus();
		const observer = new MutationObserver(moveFocus);
		observer.observe(content, { childList: true, subtree: true });
		document.addEventListener('focusin', moveFocus);
		const stop = () => {
			observer.disconnect();
			document.removeEventListener('focusin', moveFocus);
		};
		document.addEventListener('pointerdown', stop, { capture: true, once: true });
		document.addEventListener('keydown', stop, { capture: true, once: true });
		return () => {
			stop();
			document.removeEventListener('pointerdown', stop, { capture: true });
			document.removeEventListener('keydown', stop, { capture: true });
		};
	}, [contentId, partId, place]);
}
