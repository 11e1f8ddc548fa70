import type { LightboxVerbs } from '../../components/lightbox-frame.tsx';
import { imageFileUrl } from '../../lib/job-image.ts';
import type { Shortcut } from '../../lib/shortcuts.ts';
import type { JobImage } from '../../lib/trpc.ts';
import type { JobActions } from '../job/job-actions.ts';

/** Saves an image's file as the archive names it. */
function saveImage(image: JobImage): void {
	const link = document.createElement('a');
	link.href = imageFileUrl(image, 'full');
	link.download = image.filename;
	link.click();
}

/** What can be done to one image, wherever it is looked at: one table for lightbox and review. */
export function imageKeys(image: JobImage, actions: JobActions) {
	const { busyText, redrawObstacle } = actions;
	return {
		lock: {
			name: 'L',
			keys: ['l'],
			does: image.locked ? 'Unlock' : 'Lock',
			run: () => actions.toggleLock(image),
			disabledReason: busyText ?? undefined,
		},
		regenerate: {
			name: 'R',
			keys: ['r'],
			does: 'Regenerate',
			run: () => actions.begin({ kind: 'regenerate', image }),
			disabledReason: image.locked
				? 'Locked: unlock it first'
				: image.isRedrawing
					? 'Another version is being made'
					: (redrawObstacle ?? busyText ?? undefined),
		},
		save: { name: 'D', keys: ['d'], does: 'Download', run: () => saveImage(image) },
	} as const satisfies Record<string, Shortcut>;
}

/** Moving between images; `showAt` gets a place between 0 and `count` - 1. */
export function moveKeys(index: number, count: number, showAt: (index: number) => void) {
	return {
		previous: {
			name: 'Left arrow',
			keys: ['ArrowLeft'],
			does: 'Previous image',
			run: () => showAt(index - 1),
			disabledReason: index <= 0 ? 'This is the first image' : undefined,
		},
		next: {
			name: 'Right arrow',
			keys: ['ArrowRight'],
			does: 'Next image',
			run: () => showAt(index + 1),
			disabledReason: index >= count - 1 ? 'This is the last image' : undefined,
		},
		first: { name: 'Home', keys: ['Home'], does: 'First image', run: () => showAt(0) },
		last: { name: 'End', keys: ['End'], does: 'Last image', run: () => showAt(count - 1) },
	} as const satisfies Record<string, Shortcut>;
}

export interface LightboxWork extends LightboxVerbs {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly actions: JobActions;
	readonly showAt: (index: number) => void;
	readonly onClose: () => void;
}

/** Every key of the lightbox. A decision taken twice is taken back. */
export function lightboxKeys(work: LightboxWork) {
	const { image, index, count, actions, showAt } = work;
	const decide = (mark: 'kept' | 'rejected') => actions.mark(image, image.mark === mark ? null : mark);
	return {
		...moveKeys(index, count, showAt),
		keep: { name: 'K', keys: ['k'], does: 'Keep', run: () => decide('kept') },
		reject: { name: 'X', keys: ['x'], does: 'Reject', run: () => decide('rejected') },
		...imageKeys(image, actions),
		zoom: { name: 'Space or Z', keys: [' ', 'z'], does: 'Zoom to 100%', run: work.onZoom },
		traits: { name: 'I', keys: ['i'], does: 'Show or hide traits', run: work.onAbout },
		fullScreen: { name: 'F', keys: ['f'], does: 'Full screen', run: work.onFullScreen },
		help: { name: '?', keys: ['?'], does: 'Show all keys', run: work.onHelp },
		// The dialog itself hears this key; it stands here for the list and the button.
		close: { name: 'Escape', keys: [], does: 'Close', run: work.onClose },
	} as const satisfies Record<string, Shortcut>;
}

export type LightboxKeys = ReturnType<typeof lightboxKeys>;
