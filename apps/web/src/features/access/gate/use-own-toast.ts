import { dismissToast, showToast, type ToastMessage } from '@adx/ui/feedback/toast-store';
import { useCallback, useEffect, useRef } from 'react';

/** Shows messages about what is on the screen, which go with it. */
export function useOwnToast(): (message: ToastMessage) => void {
	const lastId = useRef<number | null>(null);
	useEffect(
		() => () => {
			if (lastId.current !== null) dismissToast(lastId.current);
		},
		[],
	);
	return useCallback((message) => {
		lastId.current = showToast(message);
	}, []);
}
