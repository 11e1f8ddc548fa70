import { useEffect, useRef, useState } from 'react';

/**
 * Milliseconds since 1970 by the server's clock, every second: the reader's may be wrong by years. Null where the server
 * did not tell its time.
 */
export function useServerTime(now: string | null): number | null {
	const [offset, setOffset] = useState<number | null>(null);
	const [time, setTime] = useState<number | null>(null);
	const told = useRef<string | null>(null);
	useEffect(() => {
		if (told.current === now) return;
		told.current = now;
		// Steps of the reader's clock do not matter for as long as the page is open.
		setOffset(now === null ? null : Date.parse(now) - performance.now());
	}, [now]);
	useEffect(() => {
		if (offset === null) {
			setTime(null);
			return;
		}
		const tick = () => setTime(performance.now() + offset);
		tick();
		const timer = setInterval(tick, 1_000);
		return () => clearInterval(timer);
	}, [offset]);
	return time;
}
