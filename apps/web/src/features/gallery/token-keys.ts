import type { LightboxVerbs } from '../../components/lightbox-frame.tsx';
import type { Shortcut } from '../../lib/shortcuts.ts';
import type { CollectionToken } from './queries.ts';

export interface TokenWork extends LightboxVerbs {
	readonly token: CollectionToken;
	readonly index: number;
	readonly count: number;
	readonly isSelected: boolean;
	/** Gets a position between 0 and `count` - 1. */
	readonly showAt: (index: number) => void;
	readonly onSelect: () => void;
	readonly onClose: () => void;
}

/** Saves the original; the server names the file. */
function saveOriginal({ imageUrl, tokenNumber }: CollectionToken): void {
	const link = document.createElement('a');
	link.href = imageUrl;
	link.download = String(tokenNumber);
	link.click();
}

/** Every key of the lightbox. */
export function tokenKeys({ token, index, count, showAt, ...work }: TokenWork) {
	return {
		previous: {
			name: 'Left arrow',
			keys: ['ArrowLeft'],
			does: 'Previous picture',
			run: () => showAt(index - 1),
			disabledReason: index <= 0 ? 'This is the first picture' : undefined,
		},
		next: {
			name: 'Right arrow',
			keys: ['ArrowRight'],
			does: 'Next picture',
			run: () => showAt(index + 1),
			disabledReason: index >= count - 1 ? 'This is the last picture' : undefined,
		},
		first: { name: 'Home', keys: ['Home'], does: 'First picture', run: () => showAt(0) },
		last: { name: 'End', keys: ['End'], does: 'Last picture', run: () => showAt(count - 1) },
		select: { name: 'S', keys: ['s'], does: work.isSelected ? 'Deselect' : 'Select', run: work.onSelect },
		save: { name: 'D', keys: ['d'], does: 'Download', run: () => saveOriginal(token) },
		zoom: { name: 'Space or Z', keys: [' ', 'z'], does: 'Zoom to 100%', run: work.onZoom },
		facts: { name: 'I', keys: ['i'], does: 'Show or hide traits', run: work.onAbout },
		fullScreen: { name: 'F', keys: ['f'], does: 'Full screen', run: work.onFullScreen },
		help: { name: '?', keys: ['?'], does: 'Show all keys', run: work.onHelp },
		// The dialog itself hears this key; it stands here for the list and the button.
		close: { name: 'Escape', keys: [], does: 'Close', run: work.onClose },
	} as const satisfies Record<string, Shortcut>;
}

export type TokenKeys = ReturnType<typeof tokenKeys>;
