import { startTransition, useCallback, useState } from 'react';

/**
 * An element that portals draw into, and the ref that finds it. What stands in it is drawn after what is around it, in
 * slices between which the browser answers: set by the ref itself, the state would have all of it drawn again in one task.
 */
export function usePortalTarget() {
	const [element, setElement] = useState<HTMLElement | null>(null);
	const ref = useCallback((next: HTMLElement | null) => startTransition(() => setElement(next)), []);
	return [element, ref] as const;
}
