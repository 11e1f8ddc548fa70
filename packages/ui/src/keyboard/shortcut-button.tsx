import clsx from 'clsx';
import { Button, type ButtonProps } from '../controls/button.tsx';
import type { Shortcut } from './shortcuts.ts';

export interface ShortcutButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'disabledReason' | 'title'> {
	readonly shortcut: Shortcut;
	/** Leaves the words to assistive technology and the tooltip. */
	readonly iconOnly?: boolean;
}

/** A button that does what a key does, and prints the key. */
export function ShortcutButton({ shortcut, iconOnly = false, className, ...rest }: ShortcutButtonProps) {
	const { name, does, run, disabledReason } = shortcut;
	return (
		<Button
			{...rest}
			className={clsx('max-sm:px-2', className)}
			onClick={run}
			disabledReason={disabledReason}
			aria-label={iconOnly ? does : undefined}
			title={`${does} (${name})`}
		>
			{iconOnly ? null : (
				<>
					<span>{does}</span>
					{name.length === 1 ? (
						<kbd
							aria-hidden
							className="rounded-[4px] border border-current px-1 font-sans text-[0.6875rem] leading-4 pointer-coarse:hidden"
						>
							{name}
						</kbd>
					) : null}
				</>
			)}
		</Button>
	);
}
