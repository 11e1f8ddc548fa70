import { Download, Info, Maximize, X, ZoomIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { ShortcutButton } from '../keyboard/shortcut-button.tsx';
import type { Shortcut } from '../keyboard/shortcuts.ts';
import { PreviousNextButtons, ShortcutHelpButton } from './lightbox-buttons.tsx';

type BarKey = 'previous' | 'next' | 'save' | 'zoom' | 'fullScreen' | 'help' | 'close';

/** The width from which title, buttons and Close stand in one row. */
const rows = {
	lg: { tools: 'max-lg:basis-full', close: 'lg:order-4' },
	xl: { tools: 'max-xl:basis-full', close: 'xl:order-4' },
} as const;

export interface LightboxBarProps {
	/** What the picture is called, and which of how many it is. */
	readonly title: ReactNode;
	readonly keys: Readonly<Record<BarKey, Shortcut>>;
	/** Shows or hides what stands beside the picture; without it there is no button for that, only the key. */
	readonly details?: Shortcut;
	readonly oneRowFrom: keyof typeof rows;
	/** The buttons of what can be done to the picture. */
	readonly children: ReactNode;
}

/** Stands still above pictures of any height; every button is also a key of the same table. */
export function LightboxBar({ title, keys, details, oneRowFrom, children }: LightboxBarProps) {
	const { tools, close } = rows[oneRowFrom];
	return (
		<div className="flex flex-wrap items-center gap-1.5 p-3 sm:gap-2 sm:p-4">
			<p aria-live="polite" className="figures order-1 mr-auto min-w-0 flex-1 break-words">
				{title}
			</p>
			<div className={`order-3 flex flex-wrap gap-1.5 ${tools} sm:gap-2`}>
				<PreviousNextButtons keys={keys} />
				{children}
				<ShortcutButton shortcut={keys.save} icon={<Download aria-hidden className="size-4" />} />
				<ShortcutButton iconOnly shortcut={keys.zoom} icon={<ZoomIn aria-hidden className="size-4" />} />
				{details === undefined ? null : (
					<ShortcutButton
						iconOnly
						className="max-lg:hidden"
						shortcut={details}
						icon={<Info aria-hidden className="size-4" />}
					/>
				)}
				<ShortcutButton
					iconOnly
					className="max-sm:hidden"
					shortcut={keys.fullScreen}
					icon={<Maximize aria-hidden className="size-4" />}
				/>
				<ShortcutHelpButton shortcut={keys.help} />
			</div>
			<ShortcutButton
				iconOnly
				className={`order-2 ${close}`}
				shortcut={keys.close}
				icon={<X aria-hidden className="size-5" />}
			/>
		</div>
	);
}
