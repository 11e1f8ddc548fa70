import clsx from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, type SyntheticEvent, useEffect } from 'react';
import { dismissReason, showReason } from '../feedback/toast-store.ts';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
	readonly tone?: 'primary' | 'secondary' | 'ghost' | 'danger';
	readonly size?: 'small' | 'medium' | 'large';
	/** Replaces the content while the work runs; pressing does nothing then, but the button keeps the keyboard's focus. */
	readonly busyText?: string | undefined;
	readonly icon?: ReactNode;
	/**
	 * Why pressing it does nothing just now. The button stays within reach of the keyboard, and gives the reason as its
	 * description and, when pressed, as a message: a finger has no tooltip.
	 */
	readonly disabledReason?: string | undefined;
}

const tones = {
	primary:
		'bg-primary text-on-primary hover:bg-[oklch(from_var(--color-primary)_calc(l_+_.035)_c_h)] active:bg-[oklch(from_var(--color-primary)_calc(l_-_.02)_c_h)]',
	secondary:
		'border border-line bg-surface-2 text-text hover:bg-surface-3 aria-pressed:border-primary aria-pressed:bg-primary/25 aria-pressed:inset-ring aria-pressed:inset-ring-primary',
	ghost: 'text-text-2 hover:bg-surface-3 hover:text-text',
	danger: 'bg-ember text-on-ember hover:bg-[oklch(from_var(--color-ember)_calc(l_-_.035)_c_h)]',
};

const sizes = {
	small: 'min-h-7 px-2 py-0.5 text-[0.8125rem] rounded-sm pointer-coarse:min-h-11',
	medium: 'control-height px-4 py-1.5 rounded-sm',
	large: 'min-h-12 px-6 py-2 text-base rounded-md',
};

const base =
	'inline-flex items-center justify-center gap-2 font-semibold select-none transition-colors duration-[120ms] disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

/** The look of a button for elements that are links. */
export function buttonClass(tone: keyof typeof tones = 'secondary', size: keyof typeof sizes = 'medium'): string {
	return clsx(base, tones[tone], sizes[size]);
}

const preventDefault = (event: SyntheticEvent) => event.preventDefault();

/** A push button; never submits unless `type="submit"` is given. */
export function Button({
	tone = 'secondary',
	size = 'medium',
	busyText,
	icon,
	disabledReason,
	className,
	children,
	...rest
}: ButtonProps) {
	const busy = busyText !== undefined;
	useEffect(() => (disabledReason === undefined ? undefined : () => dismissReason(disabledReason)), [disabledReason]);
	const blocked =
		disabledReason === undefined
			? {}
			: {
					type: 'button' as const,
					'aria-disabled': true,
					title: disabledReason,
					onClick: () => showReason(disabledReason),
				};
	// Nor does Enter in a field submit: that presses the form's button.
	const waiting = busy ? { 'aria-disabled': true, onClick: preventDefault } : {};
	return (
		<button
			type="button"
			{...rest}
			{...blocked}
			{...waiting}
			aria-busy={busy || rest['aria-busy'] || undefined}
			className={clsx(buttonClass(tone, size), className)}
		>
			{busy ? (
				<span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent" />
			) : (
				icon
			)}
			{busyText ?? children}
		</button>
	);
}
