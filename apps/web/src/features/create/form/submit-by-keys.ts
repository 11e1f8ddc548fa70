import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd and Enter submit from any field of an element; dialogs, which React counts among its children, have keys of their own. */
export function submitByKeys(onSubmit: () => void) {
	return (event: KeyboardEvent<HTMLElement>) => {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
		if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
		event.preventDefault();
		onSubmit();
	};
}
