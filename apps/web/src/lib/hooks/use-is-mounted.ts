import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page, for work that goes on when somebody looks at another one meanwhile. */
export function useIsShown(): RefObject<boolean> {
	const isShown = useRef(false);
	useEffect(() => {
		isShown.current = true;
		return () => {
			isShown.current = false;
		};
	}, []);
	return isShown;
}
