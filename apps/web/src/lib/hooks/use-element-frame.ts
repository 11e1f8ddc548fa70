import { useLayoutEffect, useRef, useState } from 'react';

/** Width of the element and its distance from the top of the page; both follow the window. */
export function useElementFrame() {
	const ref = useRef<HTMLDivElement>(null);
	const [frame, setFrame] = useState({ widthPx: 0, topPx: 0 });
	useLayoutEffect(() => {
		const element = ref.current;
		if (element === null) return;
		const measure = () => {
			const box = element.getBoundingClientRect();
			setFrame((before) => {
				const after = { widthPx: box.width, topPx: Math.round(box.top + window.scrollY) };
				return before.widthPx === after.widthPx && before.topPx === after.topPx ? before : after;
			});
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, []);
	return { ref, ...frame };
}
