/** How near the window's edge a drag scrolls the page, how fast, and how far at most in one frame. */
const scrollEdgePx = 72;
const scrollPxPerMs = 0.9;
const scrollStepMaxPx = 60;

export interface PointerFollower {
	/** Gets how far the pointer is from where it went down, on the page, in px; also as the page scrolls beneath it. */
	readonly onMove: (offsetY: number) => void;
	/** Called once: the pointer was released, or the drag was cancelled by Escape or by the browser. */
	readonly onEnd: (isDropped: boolean) => void;
}

/** Follows a pointer that is down until it ends. Near the window's edge the page scrolls. Returns what gives it up. */
export function followPointer(
	down: { readonly pointerId: number; readonly clientY: number },
	{ onMove, onEnd }: PointerFollower,
): () => void {
	const startY = down.clientY + window.scrollY;
	let { clientY } = down;
	let hasMoved = false;
	const update = () => onMove(clientY + window.scrollY - startY);

	let lastFrameMs = performance.now();
	function scroll(nowMs: number): void {
		frame = requestAnimationFrame(scroll);
		const stepPx = Math.min(scrollStepMaxPx, Math.max(0, nowMs - lastFrameMs) * scrollPxPerMs);
		lastFrameMs = nowMs;
		const direction = hasMoved ? getScrollDirection(clientY) : 0;
		if (direction === 0) return;
		window.scrollBy(0, direction * stepPx);
		update();
	}
	let frame = requestAnimationFrame(scroll);

	const listeners = new AbortController();
	function end(isDropped: boolean): void {
		if (listeners.signal.aborted) return;
		listeners.abort();
		cancelAnimationFrame(frame);
		onEnd(isDropped);
	}
	const on = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void) =>
		window.addEventListener(type, listener, { signal: listeners.signal, capture: true });
	const onPointer = (type: 'pointermove' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
		on(type, (event) => {
			if (event.pointerId === down.pointerId) listener(event);
		});
	onPointer('pointermove', (event) => {
		({ clientY } = event);
		hasMoved = true;
		update();
	});
	onPointer('pointerup', () => end(true));
	onPointer('pointercancel', () => end(false));
	on('keydown', (event) => {
		if (event.key !== 'Escape') return;
		event.stopPropagation();
		end(false);
	});
	return () => end(false);
}

function getScrollDirection(clientY: number): -1 | 0 | 1 {
	if (clientY < scrollEdgePx) return -1;
	return clientY > window.innerHeight - scrollEdgePx ? 1 : 0;
}
