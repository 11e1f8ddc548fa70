import { useRef } from 'react';

/** Keeps a second press out that comes before the first is on the screen. */
export function useSingleFlight() {
	const isRunning = useRef(false);
	return {
		/** False while earlier work is under way: then do nothing. */
		tryStart(): boolean {
			if (isRunning.current) return false;
			isRunning.current = true;
			return true;
		},
		/** Call when the work has settled, well or not. */
		finish() {
			isRunning.current = false;
		},
	};
}
