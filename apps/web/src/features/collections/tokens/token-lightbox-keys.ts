import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import { type LightboxVerbs, moveKeys, viewKeys } from '../../../lib/images/lightbox-keys.ts';
import type { CollectionToken } from '../collection-queries.ts';

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
		...moveKeys('picture', index, count, showAt),
		select: { name: 'S', keys: ['s'], does: work.isSelected ? 'Deselect' : 'Select', run: work.onSelect },
		save: { name: 'D', keys: ['d'], does: 'Download', run: () => saveOriginal(token) },
		...viewKeys(work),
	} as const satisfies Record<string, Shortcut>;
}

export type TokenKeys = ReturnType<typeof tokenKeys>;
