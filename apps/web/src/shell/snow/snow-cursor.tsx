import { useEffect, useRef, useState } from 'react';
import {
	advanceBurst,
	type BurstFlake,
	burstLifeTicks,
	createBurst,
	isInteractive,
	isNearCursor,
	type Point,
	tickMs,
} from './snow-burst.ts';

/** Share of the way to the cursor that the flake covers per tick. */
const pull = 0.35;

/** One flake that follows the cursor; a click near it on empty space bursts into eight. Never catches a click itself. */
export function SnowCursor() {
	const [flake, setFlake] = useState<Point | null>(null);
	const [burst, setBurst] = useState<readonly BurstFlake[]>([]);
	const cursor = useRef<Point | null>(null);
	const position = useRef<Point | null>(null);
	const nextId = useRef(0);

	useEffect(() => {
		function move(event: PointerEvent) {
			if (event.pointerType === 'touch') return;
			cursor.current = { x: event.clientX, y: event.clientY };
		}
		function click(event: MouseEvent) {
			const at = { x: event.clientX, y: event.clientY };
			const view = { width: window.innerWidth, height: window.innerHeight };
			const near = position.current !== null && isNearCursor(at, position.current, view);
			if (!near || isInteractive(event.target)) return;
			const flakes = createBurst(at, nextId.current);
			nextId.current += flakes.length;
			setBurst((before) => [...before, ...flakes]);
		}
		function tick() {
			setBurst((before) => (before.length === 0 ? before : advanceBurst(before)));
			const to = cursor.current;
			if (to === null) return;
			const from = position.current ?? to;
			const isThere = Math.abs(to.x - from.x) < 0.5 && Math.abs(to.y - from.y) < 0.5;
			if (isThere && position.current !== null) return;
			position.current = { x: from.x + (to.x - from.x) * pull, y: from.y + (to.y - from.y) * pull };
			setFlake(position.current);
		}
		const timer = setInterval(tick, tickMs);
		window.addEventListener('pointermove', move, { passive: true });
		window.addEventListener('click', click);
		return () => {
			clearInterval(timer);
			window.removeEventListener('pointermove', move);
			window.removeEventListener('click', click);
		};
	}, []);

	return (
		<div aria-hidden className="pointer-events-none fixed inset-0 z-5 overflow-hidden">
			{flake === null ? null : (
				<span
					data-cursor-flake
					className="absolute top-3 left-3 size-2 rounded-full bg-flake transition-transform duration-100 ease-linear"
					style={{ transform: `translate3d(${flake.x}px, ${flake.y}px, 0)` }}
				/>
			)}
			{burst.map(({ id, x, y, ageTicks }) => (
				<span
					key={id}
					data-burst-flake
					className="absolute size-1.5 rounded-full bg-flake"
					style={{ transform: `translate3d(${x}px, ${y}px, 0)`, opacity: 1 - ageTicks / burstLifeTicks }}
				/>
			))}
		</div>
	);
}
