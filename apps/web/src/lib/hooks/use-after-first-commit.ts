import { startTransition, useEffect, useState } from 'react';

/**
 * False until the component is on the page, then true, in slices between which the browser answers: for what may follow
 * the rest. Unlike `useDeferredValue` it also splits what is itself drawn later than its surroundings.
 */
export function useAfterFirstCommit(): boolean {
	const [isOver, setOver] = useState(false);
	useEffect(() => startTransition(() => setOver(true)), []);
	return isOver;
}
