import { useEffect, useState } from 'react';
import { afterFrame } from '../lib/after-frame.ts';

const textField =
	'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"], [type="file"]), textarea, [contenteditable="true"]';

/** A keyboard takes at least a quarter of the window; a browser's own bars come and go with less. */
const shareLeft = 0.75;

/** Width and height of what is seen, as if it were not zoomed. */
function getViewportPx() {
	const seen = window.visualViewport;
	return { width: window.innerWidth, height: seen === null ? window.innerHeight : seen.height * seen.scale };
}

/** Whether somebody types on a keyboard that the screen shows; it leaves little of the window for anything else. */
export function useScreenKeyboard(): boolean {
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const seen = window.visualViewport;
		if (seen === undefined || seen === null) return;
		let tallestViewport: ReturnType<typeof getViewportPx> | null = null;
		function measure() {
			const now = getViewportPx();
			// Rotated, or resized by the user: earlier heights say nothing.
			if (now.width !== tallestViewport?.width || now.height > tallestViewport.height) tallestViewport = now;
			const isTyping = document.activeElement?.matches(textField) === true;
			const isTouched = window.matchMedia('(pointer: coarse)').matches;
			setOpen(isTyping && isTouched && now.height < tallestViewport.height * shareLeft);
		}
		const cancelFirst = afterFrame(measure);
		const listening = new AbortController();
		const { signal } = listening;
		seen.addEventListener('resize', measure, { signal });
		window.addEventListener('resize', measure, { signal });
		document.addEventListener('focusin', measure, { signal });
		document.addEventListener('focusout', measure, { signal });
		return () => {
			cancelFirst();
			listening.abort();
		};
	}, []);
	useEffect(() => {
		// What is typed into stays in sight, in browsers too that leave the page where it was.
		if (isOpen) document.activeElement?.scrollIntoView({ block: 'nearest' });
	}, [isOpen]);
	return isOpen;
}
