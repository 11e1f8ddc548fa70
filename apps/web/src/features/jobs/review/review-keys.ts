import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { createNavigationShortcuts } from '../../../lib/images/lightbox-keys.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { createImageShortcuts } from './image-lightbox-keys.ts';

export interface ReviewOptions {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly isReading: boolean;
	readonly actions: JobActions;
	readonly showAt: (index: number) => void;
	readonly onDecide: (mark: 'kept' | 'rejected') => void;
	readonly onUndo: () => void;
	readonly canUndo: boolean;
	readonly onHelp: () => void;
}

/** Every key of the review. Deciding moves on to the next image; arrows move without deciding. */
export function createReviewShortcuts(work: ReviewOptions) {
	const { image, actions } = work;
	return {
		keep: { name: 'K', keys: ['k'], does: 'Keep', run: () => work.onDecide('kept') },
		reject: { name: 'X', keys: ['x'], does: 'Reject', run: () => work.onDecide('rejected') },
		undo: {
			name: 'U',
			keys: ['u'],
			does: 'Undo',
			run: work.onUndo,
			disabledReason: work.canUndo ? undefined : 'Nothing is decided yet',
		},
		...createNavigationShortcuts('image', work),
		...createImageShortcuts(image, actions),
		help: { name: '?', keys: ['?'], does: 'Show all keys', run: work.onHelp },
	} as const satisfies Record<string, Shortcut>;
}

export type ReviewShortcuts = ReturnType<typeof createReviewShortcuts>;
