import { useEffect } from 'react';

/** For what stands in a dialog: once it is gone and the dialog found nothing to give the focus back to, somebody else may. */
export function useFocusOnUnmount(onFocusLost: () => void): void {
	useEffect(
		() => () => {
			// After the dialog has given it back.
			setTimeout(() => document.activeElement === document.body && onFocusLost());
		},
		[onFocusLost],
	);
}
