import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd and Enter submit from any field of the element that gets this handler. */
export function submitByKeys(onSubmit: () => void) {
	return (event: KeyboardEvent<HTMLElement>) => {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		onSubmit();
	};
}
