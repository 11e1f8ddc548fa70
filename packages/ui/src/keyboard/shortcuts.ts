import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { showReason } from '../feedback/toast-store.ts';

/** One key with its work: the handler, the button's print and the list of keys all read the same entry. */
export interface Shortcut {
	/** The key as shown to people: 'K', 'Left arrow'. */
	readonly name: string;
	/** `KeyboardEvent.key`, letters in lower case. */
	readonly keys: readonly string[];
	/** What it does, as on its button: 'Keep'. */
	readonly does: string;
	readonly run: () => void;
	/** Why it does nothing just now; undefined when it works. */
	readonly disabledReason?: string | undefined;
}

/** Does it, or says why it does nothing just now: whoever presses a key sees no tooltip. */
export function runShortcut({ run, disabledReason }: Shortcut): void {
	if (disabledReason === undefined) run();
	else showReason(disabledReason);
}

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"]';

const pressing = 'button, a[href], summary, input, [role="tab"]';

/** Whether the element is in the layer that keys belong to: the dialog opened last, or the page when there is none. */
function isOnTop(element: Element): boolean {
	const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
	return dialog === undefined || dialog.contains(element);
}

/**
 * Hears the keys of these shortcuts while the element of the returned ref is in the top layer. Text fields and menus keep
 * theirs, and so does whatever is pressed with Ctrl, Alt or Meta.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): RefObject<HTMLDivElement | null> {
	const layer = useRef<HTMLDivElement>(null);
	const pressKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof Element && event.target.closest(typing) !== null) return;
		if (layer.current === null || !isOnTop(layer.current)) return;
		// Space presses the button that has the focus.
		if (event.key === ' ' && event.target instanceof Element && event.target.closest(pressing) !== null) return;
		const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
		const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
		if (shortcut === undefined) return;
		event.preventDefault();
		runShortcut(shortcut);
	});
	useEffect(() => {
		window.addEventListener('keydown', pressKey);
		return () => window.removeEventListener('keydown', pressKey);
	}, []);
	return layer;
}
