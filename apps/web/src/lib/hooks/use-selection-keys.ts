import { useEffect, useEffectEvent } from 'react';

export interface SelectionKeys {
	/** Whether there is anything for Escape to let go. */
	readonly hasAny: boolean;
	readonly selectAll: () => void;
	readonly clear: () => void;
}

const typing = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';

/** Ctrl or Cmd with A chooses everything on show instead of the page's text; Escape lets all of it go. */
export function useSelectionKeys({ hasAny, selectAll, clear }: SelectionKeys): void {
	const pressKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
		if (event.target instanceof Element && event.target.closest(typing) !== null) return;
		const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey;
		const isClear = event.key === 'Escape' && hasAny;
		if (!isAll && !isClear) return;
		event.preventDefault();
		if (isAll) selectAll();
		else clear();
	});
	useEffect(() => {
		window.addEventListener('keydown', pressKey);
		return () => window.removeEventListener('keydown', pressKey);
	}, []);
}
