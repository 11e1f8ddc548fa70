import { useState } from 'react';
import { readLocal, writeLocal } from '../storage/browser-storage.ts';

const keyOf = (name: string) => `adx_fold_${name}`;

/**
 * Whether a part of the page that can be folded is open, and how to say so. This browser remembers it by its name, for
 * every page that shows the part.
 */
export function useFold(name: string, isOpenAtFirst = true): readonly [boolean, (isOpen: boolean) => void] {
	const [isOpen, setOpen] = useState(() => {
		const kept = readLocal(keyOf(name));
		return kept === null ? isOpenAtFirst : kept === 'open';
	});
	return [
		isOpen,
		(next) => {
			// An element that is opened from the start says so, too.
			if (next === isOpen) return;
			setOpen(next);
			writeLocal(keyOf(name), next ? 'open' : 'closed');
		},
	];
}
