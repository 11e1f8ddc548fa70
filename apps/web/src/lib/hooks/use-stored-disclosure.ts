import { useState } from 'react';
import { readLocal, writeLocal } from '../storage/browser-storage.ts';

const toStorageKey = (name: string) => `adx_fold_${name}`;

/**
 * Whether a part of the page that can be folded is open, and how to say so. This browser remembers it by its name, for
 * every page that shows the part.
 */
export function useStoredDisclosure(name: string, defaultOpen = true): readonly [boolean, (isOpen: boolean) => void] {
	const [isOpen, setOpen] = useState(() => {
		const stored = readLocal(toStorageKey(name));
		return stored === null ? defaultOpen : stored === 'open';
	});
	return [
		isOpen,
		(next) => {
			// An element that is opened from the start says so, too.
			if (next === isOpen) return;
			setOpen(next);
			writeLocal(toStorageKey(name), next ? 'open' : 'closed');
		},
	];
}
