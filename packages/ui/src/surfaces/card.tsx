import clsx from 'clsx';
import { type ReactNode, type Ref, useId } from 'react';

export interface CardProps {
	readonly title?: ReactNode;
	/** Level of the title's heading in the page's outline. */
	readonly level?: 2 | 3;
	readonly actions?: ReactNode;
	readonly className?: string;
	/** Given where a script moves the focus to the section. */
	readonly ref?: Ref<HTMLElement> | undefined;
	readonly children: ReactNode;
}

/** A raised section. With a title it is a region named by it. */
export function Card({ title, level = 2, actions, className, ref, children }: CardProps) {
	const titleId = useId();
	const Heading = `h${level}` as const;
	return (
		<section
			ref={ref}
			tabIndex={ref === undefined ? undefined : -1}
			aria-labelledby={title === undefined ? undefined : titleId}
			className={clsx(
				'rounded-lg border border-border bg-surface-1 p-4 shadow-card sm:p-5',
				ref !== undefined && 'outline-none',
				className,
			)}
		>
			{title === undefined ? null : (
				<div className="mb-4 flex flex-wrap items-center justify-between gap-2">
					<Heading id={titleId} className="font-title min-w-0 text-xl wrap-anywhere">
						{title}
					</Heading>
					{actions}
				</div>
			)}
			{children}
		</section>
	);
}
