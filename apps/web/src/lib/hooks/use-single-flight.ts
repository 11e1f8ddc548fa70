import { useRef } from 'react';

/** Keeps a second press out that comes before the first is on the screen. */
export function useOnceAtATime() {
	const isUnderWay = useRef(false);
	return {
		/** False while earlier work is under way: then do nothing. */
		begin(): boolean {
			if (isUnderWay.current) return false;
			isUnderWay.current = true;
			return true;
		},
		/** Call when the work has settled, well or not. */
		end() {
			isUnderWay.current = false;
		},
	};
}
