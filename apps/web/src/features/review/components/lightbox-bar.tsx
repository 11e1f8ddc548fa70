import {
	Ban,
	Check,
	ChevronLeft,
	ChevronRight,
	Download,
	Keyboard,
	Lock,
	LockOpen,
	Maximize,
	RotateCcw,
	X,
	ZoomIn,
} from 'lucide-react';
import { ShortcutButton } from '../../../components/shortcut-button.tsx';
import { imageTitle } from '../../../lib/job-image.ts';
import type { JobImage } from '../../../lib/trpc.ts';
import { countText } from '../../job/job-words.ts';
import type { LightboxKeys } from '../lightbox-keys.ts';

export interface LightboxBarProps {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly keys: LightboxKeys;
}

/** Stands still above images of any height; every button is also a key of the same table. */
export function LightboxBar({ image, index, count, keys }: LightboxBarProps) {
	return (
		<div className="flex flex-wrap items-center gap-1.5 p-3 sm:gap-2 sm:p-4">
			<p aria-live="polite" className="figures order-1 mr-auto min-w-0 flex-1">
				<span className="font-semibold">{imageTitle(image)}</span>
				<span className="ml-3 whitespace-nowrap text-text-2">{`${countText(index + 1)} of ${countText(count)}`}</span>
			</p>
			<div className="order-3 flex flex-wrap gap-1.5 max-xl:basis-full sm:gap-2">
				<ShortcutButton iconOnly shortcut={keys.previous} icon={<ChevronLeft aria-hidden className="size-5" />} />
				<ShortcutButton iconOnly shortcut={keys.next} icon={<ChevronRight aria-hidden className="size-5" />} />
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
				<ShortcutButton
					shortcut={keys.lock}
					icon={image.locked ? <Lock aria-hidden className="size-4" /> : <LockOpen aria-hidden className="size-4" />}
				/>
				<ShortcutButton shortcut={keys.regenerate} icon={<RotateCcw aria-hidden className="size-4" />} />
				<ShortcutButton shortcut={keys.save} icon={<Download aria-hidden className="size-4" />} />
				<ShortcutButton iconOnly shortcut={keys.zoom} icon={<ZoomIn aria-hidden className="size-4" />} />
				<ShortcutButton
					iconOnly
					className="max-sm:hidden"
					shortcut={keys.fullScreen}
					icon={<Maximize aria-hidden className="size-4" />}
				/>
				<ShortcutButton
					iconOnly
					className="pointer-coarse:hidden max-sm:hidden"
					shortcut={keys.help}
					icon={<Keyboard aria-hidden className="size-4" />}
				/>
			</div>
			<ShortcutButton
				iconOnly
				className="order-2 xl:order-4"
				shortcut={keys.close}
				icon={<X aria-hidden className="size-5" />}
			/>
		</div>
	);
}
