import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusFirstHeading } from '../lib/focus-first-heading.ts';

/**
 * After a way from page to page that took the focused link along, or from the gate (`isAfterGate`) to the first page, which
 * took the field of the password along, the new page's heading has the focus, so that keys and
 * screen readers go on there; a heading that stands only while the page loads hands it on. The focus of somebody who is
 * elsewhere, or who goes on meanwhile, stays where it is.
 */
export function usePageFocus(contentId: string, isAfterGate: boolean): void {
	const { pathname } = useLocation();
	const focusedPath = useRef(isAfterGate ? null : pathname);
	useEffect(() => {
		const content = document.getElementById(contentId);
		if (content === null || focusedPath.current === pathname) return;
		focusedPath.current = pathname;
		const moveFocus = () => {
			const { activeElement, body } = document;
			// A menu that closes gives the focus back to its button, though its item led away.
			// The content itself has it while it has no heading.
			const isLeft =
				activeElement === body || activeElement === content || activeElement?.matches('[aria-haspopup="menu"]');
			if (isLeft) focusFirstHeading(content, 'h1');
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
	}, [contentId, pathname]);
}
