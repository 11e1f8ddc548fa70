import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { clickLink } from '../../../lib/files/save-file.ts';
import {
	createNavigationShortcuts,
	createViewShortcuts,
	type LightboxHandlers,
} from '../../../lib/images/lightbox-keys.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { samePicture } from '../actions/regenerable-images.ts';
import { getChangeObstacle, imageFileUrl } from '../image-labels.ts';

/** What can be done to one image, wherever it is looked at: one table for lightbox and review. */
export function createImageShortcuts(image: JobImage, actions: JobActions) {
	const { busyText, redrawObstacle } = actions;
	const isSamePicture = !actions.makesVariations && !image.isDamaged;
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
			disabledReason:
				(isSamePicture ? samePicture : null) ??
				getChangeObstacle(image) ??
				(image.isRedrawing ? 'Another version is being made' : (redrawObstacle ?? busyText ?? undefined)),
		},
		save: {
			name: 'D',
			keys: ['d'],
			does: 'Download',
			run: () => clickLink(imageFileUrl(image, 'full'), image.filename),
			disabledReason: image.isDamaged ? 'Missing or damaged in storage' : undefined,
		},
	} as const satisfies Record<string, Shortcut>;
}

export interface LightboxOptions extends LightboxHandlers {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly isReading: boolean;
	readonly actions: JobActions;
	readonly showAt: (index: number) => void;
	readonly onClose: () => void;
}

/** Every key of the lightbox. A decision taken twice is taken back. */
export function createLightboxShortcuts(work: LightboxOptions) {
	const { image, actions } = work;
	const decide = (mark: 'kept' | 'rejected') => actions.mark(image, image.mark === mark ? null : mark);
	return {
		...createNavigationShortcuts('image', work),
		keep: { name: 'K', keys: ['k'], does: 'Keep', run: () => decide('kept') },
		reject: { name: 'X', keys: ['x'], does: 'Reject', run: () => decide('rejected') },
		...createImageShortcuts(image, actions),
		...createViewShortcuts(work),
	} as const satisfies Record<string, Shortcut>;
}
