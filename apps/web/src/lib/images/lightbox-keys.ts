import type { Shortcut } from '@adx/ui/keyboard/shortcuts';

export interface NavigationOptions {
	readonly index: number;
	/** How many there are as far as is known. */
	readonly count: number;
	/** While the list is still being fetched: which one is the last is not known yet. */
	readonly isReading?: boolean;
	/** Gets a place between 0 and `count` - 1. */
	readonly showAt: (index: number) => void;
}

/** Moving between what a table of keys calls its 'image' or 'picture'. */
export function createNavigationShortcuts(
	noun: 'image' | 'picture',
	{ index, count, isReading = false, showAt }: NavigationOptions,
) {
	const loading = isReading ? `The other ${noun}s are still loading` : undefined;
	return {
		previous: {
			name: 'Left arrow',
			keys: ['ArrowLeft'],
			does: `Previous ${noun}`,
			run: () => showAt(index - 1),
			disabledReason: index <= 0 ? `This is the first ${noun}` : undefined,
		},
		next: {
			name: 'Right arrow',
			keys: ['ArrowRight'],
			does: `Next ${noun}`,
			run: () => showAt(index + 1),
			disabledReason: index >= count - 1 ? (loading ?? `This is the last ${noun}`) : undefined,
		},
		first: { name: 'Home', keys: ['Home'], does: `First ${noun}`, run: () => showAt(0) },
		last: {
			name: 'End',
			keys: ['End'],
			does: `Last ${noun}`,
			run: () => showAt(count - 1),
			disabledReason: loading,
		},
	} as const satisfies Record<string, Shortcut>;
}

/** What every lightbox does with the picture on show. */
export interface LightboxHandlers {
	/** Shows one pixel of the picture as one of the page, or all of it again. */
	readonly onZoom: () => void;
	/** Shows or hides what stands beside the picture. */
	readonly onAbout: () => void;
	readonly onFullScreen: () => void;
	readonly onHelp: () => void;
}

/** The keys that every lightbox has. */
export function createViewShortcuts(verbs: LightboxHandlers & { readonly onClose: () => void }) {
	return {
		zoom: { name: 'Space or Z', keys: [' ', 'z'], does: 'Zoom to 100%', run: verbs.onZoom },
		about: { name: 'I', keys: ['i'], does: 'Show or hide traits', run: verbs.onAbout },
		fullScreen: { name: 'F', keys: ['f'], does: 'Full screen', run: verbs.onFullScreen },
		help: { name: '?', keys: ['?'], does: 'Show all keys', run: verbs.onHelp },
		// The dialog itself hears this key; it stands here for the list and the button.
		close: { name: 'Escape', keys: [], does: 'Close', run: verbs.onClose },
	} as const satisfies Record<string, Shortcut>;
}
