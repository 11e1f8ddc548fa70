import { useEffect, useState } from 'react';

const textField =
	'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"], [type="file"]), textarea, [contenteditable="true"]';

/** A keyboard takes at least a quarter of the window; a browser's own bars come and go with less. */
const shareLeft = 0.75;

/** Width and height of what is seen, as if it were not zoomed. */
function seenPx() {
	const seen = window.visualViewport;
	return { width: window.innerWidth, height: seen === null ? window.innerHeight : seen.height * seen.scale };
}

/** Whether somebody types on a keyboard that the screen shows; it leaves little of the window for anything else. */
export function useScreenKeyboard(): boolean {
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const seen = window.visualViewport;
		if (seen === undefined || seen === null) return;
		let tallest = seenPx();
		function look() {
			const now = seenPx();
			// Turned, or resized by hand: heights from before say nothing.
			if (now.width !== tallest.width || now.height > tallest.height) tallest = now;
			const isTyping = document.activeElement?.matches(textField) === true;
			const isTouched = window.matchMedia('(pointer: coarse)').matches;
			setOpen(isTyping && isTouched && now.height < tallest.height * shareLeft);
		}
		const listening = new AbortController();
		const { signal } = listening;
		seen.addEventListener('resize', look, { signal });
		window.addEventListener('resize', look, { signal });
		document.addEventListener('focusin', look, { signal });
		document.addEventListener('focusout', look, { signal });
		return () => listening.abort();
	}, []);
	return isOpen;
}
