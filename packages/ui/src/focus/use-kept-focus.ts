import { useEffect } from 'react';
import { focusNearest, getPlaces, isFocusLost } from './focus-nearby.ts';

/** What knows better where the focus belongs has given it by then. */
const graceMs = 250;

/**
 * For the frame of a page: when a control that has the focus takes itself away, as a button that clears a search does, and
 * nothing else takes the focus, the heading of what it stood in does. Else keys and screen readers start at the top again.
 */
export function useKeptFocus(): void {
	useEffect(() => {
		let focused: Element | null = null;
		let around: readonly HTMLElement[] = [];
		let timer: ReturnType<typeof setTimeout> | undefined;
		const note = ({ target }: FocusEvent) => {
			clearTimeout(timer);
			focused = target instanceof Element ? target : null;
			around = focused === null ? [] : getPlaces(focused);
		};
		// Whoever presses beside every control lets go of the focus; a control that is gone by now did not.
		const letGo = ({ target }: FocusEvent) =>
			queueMicrotask(() => {
				if (target === focused && focused?.isConnected) focused = null;
			});
		const find = () => {
			if (focused === null || focused.isConnected || !isFocusLost(document)) return;
			focused = null;
			clearTimeout(timer);
			const candidates = around;
			timer = setTimeout(() => isFocusLost(document) && focusNearest(candidates), graceMs);
		};
		const observer = new MutationObserver(find);
		observer.observe(document.body, { childList: true, subtree: true });
		document.addEventListener('focusin', note);
		document.addEventListener('focusout', letGo);
		return () => {
			clearTimeout(timer);
			observer.disconnect();
			document.removeEventListener('focusin', note);
			document.removeEventListener('focusout', letGo);
		};
	}, []);
}
