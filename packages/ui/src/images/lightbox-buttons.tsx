import { ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { ShortcutButton } from '../keyboard/shortcut-button.tsx';
import type { Shortcut } from '../keyboard/shortcuts.ts';

/** The buttons for the previous and the next picture. */
export function PreviousNextButtons({ keys }: { readonly keys: Readonly<Record<'previous' | 'next', Shortcut>> }) {
	return (
		<>
			<ShortcutButton iconOnly shortcut={keys.previous} icon={<ChevronLeft aria-hidden className="size-5" />} />
			<ShortcutButton iconOnly shortcut={keys.next} icon={<ChevronRight aria-hidden className="size-5" />} />
		</>
	);
}

/** Opens the list of keys; absent where there is hardly a keyboard. */
export function ShortcutHelpButton({ shortcut }: { readonly shortcut: Shortcut }) {
	return (
		<ShortcutButton
			iconOnly
			className="pointer-coarse:hidden max-sm:hidden"
			shortcut={shortcut}
			icon={<Keyboard aria-hidden className="size-4" />}
		/>
	);
}
