import { showToast } from '@adx/ui/feedback/toast-store';
import { useRef } from 'react';

/** Shows what became of copying a field's seed, or else selects the seed; `ref` is for the field's input. */
export function useCopySeed() {
	const ref = useRef<HTMLInputElement>(null);
	function onOutcome(isCopied: boolean) {
		if (isCopied) showToast({ title: 'Seed copied' });
		else ref.current?.select();
	}
	return { ref, onOutcome };
}
