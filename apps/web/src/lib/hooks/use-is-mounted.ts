import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page, for work that goes on when somebody looks at another one meanwhile. */
export function useIsMounted(): RefObject<boolean> {
	const isMounted = useRef(false);
	useEffect(() => {
		isMounted.current = true;
		return () => {
			isMounted.current = false;
		};
	}, []);
	return isMounted;
}
