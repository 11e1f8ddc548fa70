import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { moveKeys } from '../../../lib/images/lightbox-keys.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { imageKeys } from './image-lightbox-keys.ts';

export interface ReviewWork {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly actions: JobActions;
	readonly showAt: (index: number) => void;
	readonly onDecide: (mark: 'kept' | 'rejected') => void;
	readonly onUndo: () => void;
	readonly canUndo: boolean;
	readonly onHelp: () => void;
}

/** Every key of the review. Deciding moves on to the next image; arrows move without deciding. */
export function reviewKeys(work: ReviewWork) {
	const { image, index, count, actions, showAt } = work;
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
		...moveKeys('image', index, count, showAt),
		...imageKeys(image, actions),
		help: { name: '?', keys: ['?'], does: 'Show all keys', run: work.onHelp },
	} as const satisfies Record<string, Shortcut>;
}

export type ReviewKeys = ReturnType<typeof reviewKeys>;
