import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import { clickLink } from '../../../lib/files/save-file.ts';
import {
	createNavigationShortcuts,
	createViewShortcuts,
	type LightboxHandlers,
} from '../../../lib/images/lightbox-keys.ts';
import type { CollectionToken } from '../collection-queries.ts';

export interface TokenShortcutOptions extends LightboxHandlers {
	readonly token: CollectionToken;
	readonly index: number;
	readonly count: number;
	readonly isSelected: boolean;
	/** Gets a position between 0 and `count` - 1. */
	readonly showAt: (index: number) => void;
	readonly onSelect: () => void;
	readonly onClose: () => void;
}

/** Every key of the lightbox. */
export function createTokenShortcuts({ token, index, count, showAt, ...work }: TokenShortcutOptions) {
	return {
		...createNavigationShortcuts('picture', { index, count, showAt }),
		select: { name: 'S', keys: ['s'], does: work.isSelected ? 'Deselect' : 'Select', run: work.onSelect },
		save: { name: 'D', keys: ['d'], does: 'Download', run: () => clickLink(token.imageUrl, String(token.tokenNumber)) },
		...createViewShortcuts(work),
	} as const satisfies Record<string, Shortcut>;
}
