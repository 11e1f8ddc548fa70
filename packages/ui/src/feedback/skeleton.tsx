import clsx from 'clsx';

/** Holds the place of something whose shape is known; size it with `className`. Hidden from assistive technology. */
export function Skeleton({ className }: { readonly className?: string }) {
	return (
		<span
			aria-hidden
			className={clsx(
				'block animate-shimmer rounded-sm bg-surface-3 bg-[linear-gradient(100deg,transparent_40%,var(--color-surface-2)_50%,transparent_60%)] bg-[length:200%_100%]',
				className,
			)}
		/>
	);
}
