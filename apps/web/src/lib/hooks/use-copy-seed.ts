import { showToast } from '@adx/ui/feedback/toast-store';
import { type RefObject, useRef } from 'react';

/** Copies the seed of a field; `ref` is for the field's input. */
export function useCopySeed(seed: string): { ref: RefObject<HTMLInputElement | null>; copy: () => Promise<void> } {
	const ref = useRef<HTMLInputElement>(null);
	return {
		ref,
		async copy() {
			try {
				await navigator.clipboard.writeText(seed);
				showToast({ title: 'Seed copied' });
			} catch {
				// The clipboard is missing on plain http and may be refused: then it is at least selected.
				ref.current?.select();
			}
		},
	};
}
