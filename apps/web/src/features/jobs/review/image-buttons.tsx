import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import type { Shortcut } from '@adx/ui/keyboard/shortcuts';
import { Ban, Check, Lock, LockOpen, RotateCcw } from 'lucide-react';
import type { JobImage } from '../../../lib/api/trpc.ts';

interface ButtonsProps<Key extends string> {
	readonly image: JobImage;
	readonly keys: Readonly<Record<Key, Shortcut>>;
}

/** What the user thinks of an image; the buttons show it as pressed. */
export function DecisionButtons({ image, keys }: ButtonsProps<'keep' | 'reject'>) {
	return (
		<>
			<ShortcutButton
				shortcut={keys.keep}
				aria-pressed={image.mark === 'kept'}
				icon={<Check aria-hidden className="size-4 text-ok" />}
			/>
			<ShortcutButton
				shortcut={keys.reject}
				aria-pressed={image.mark === 'rejected'}
				icon={<Ban aria-hidden className="size-4 text-ember-text" />}
			/>
		</>
	);
}

/** Whether an image may be made again, and making it again. */
export function RegenerateButtons({ image, keys }: ButtonsProps<'lock' | 'regenerate'>) {
	return (
		<>
			<ShortcutButton
				shortcut={keys.lock}
				icon={image.locked ? <Lock aria-hidden className="size-4" /> : <LockOpen aria-hidden className="size-4" />}
			/>
			<ShortcutButton shortcut={keys.regenerate} icon={<RotateCcw aria-hidden className="size-4" />} />
		</>
	);
}
