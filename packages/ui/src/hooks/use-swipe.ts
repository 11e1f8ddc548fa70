import { type CSSProperties, type PointerEvent, useRef } from 'react';

const swipeMinPx = 50;

/** Props for an element that a finger swipes sideways over: 1 for on, to the left, -1 for back. Scrolling and pinching stay the browser's. */
export function useSwipe(onSwipe: (direction: -1 | 1) => void) {
	const start = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null);
	return {
		style: { touchAction: 'pan-y pinch-zoom' } satisfies CSSProperties,
		onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) {
			// A second finger makes it a pinch.
			start.current = pointerType === 'touch' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null;
		},
		onPointerUp({ pointerId, clientX, clientY }: PointerEvent) {
			const from = start.current;
			start.current = null;
			if (from?.id !== pointerId) return;
			const [byX, byY] = [clientX - from.x, clientY - from.y];
			if (Math.abs(byX) >= swipeMinPx && Math.abs(byX) > 2 * Math.abs(byY)) onSwipe(byX < 0 ? 1 : -1);
		},
		onPointerCancel() {
			start.current = null;
		},
	};
}
