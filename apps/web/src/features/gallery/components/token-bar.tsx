import { Check, ChevronLeft, ChevronRight, Download, Info, Keyboard, Maximize, X, ZoomIn } from 'lucide-react';
import { ShortcutButton } from '../../../components/shortcut-button.tsx';
import type { TokenKeys } from '../token-keys.ts';

export interface TokenBarProps {
	readonly name: string;
	/** '4 of 120'. */
	readonly place: string;
	readonly isSelected: boolean;
	readonly keys: TokenKeys;
}

/** Stands still above pictures of any height; every button is also a key of the same table. */
export function TokenBar({ name, place, isSelected, keys }: TokenBarProps) {
	return (
		<div className="flex flex-wrap items-center gap-1.5 p-3 sm:gap-2 sm:p-4">
			<p aria-live="polite" className="figures order-1 mr-auto min-w-0 flex-1 break-words">
				<span className="mr-3 font-semibold">{name}</span>
				<span className="whitespace-nowrap text-text-2">{place}</span>
			</p>
			<div className="order-3 flex flex-wrap gap-1.5 max-lg:basis-full sm:gap-2">
				<ShortcutButton iconOnly shortcut={keys.previous} icon={<ChevronLeft aria-hidden className="size-5" />} />
				<ShortcutButton iconOnly shortcut={keys.next} icon={<ChevronRight aria-hidden className="size-5" />} />
				<ShortcutButton
					shortcut={keys.select}
					aria-pressed={isSelected}
					icon={<Check aria-hidden className={`size-4 ${isSelected ? 'text-primary' : ''}`} />}
				/>
				<ShortcutButton shortcut={keys.save} icon={<Download aria-hidden className="size-4" />} />
				<ShortcutButton iconOnly shortcut={keys.zoom} icon={<ZoomIn aria-hidden className="size-4" />} />
				<ShortcutButton
					iconOnly
					className="max-lg:hidden"
					shortcut={keys.facts}
					icon={<Info aria-hidden className="size-4" />}
				/>
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
				className="order-2 lg:order-4"
				shortcut={keys.close}
				icon={<X aria-hidden className="size-5" />}
			/>
		</div>
	);
}
