import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export interface CardProps {
	readonly title?: ReactNode;
	/** Level of the title's heading in the page's outline. */
	readonly level?: 2 | 3;
	readonly actions?: ReactNode;
	readonly className?: string;
	readonly children: ReactNode;
}

/** A raised section. With a title it is a region named by it. */
export function Card({ title, level = 2, actions, className, children }: CardProps) {
	const titleId = useId();
	const Heading = `h${level}` as const;
	return (
		<section
			aria-labelledby={title === undefined ? undefined : titleId}
			className={clsx('rounded-lg border border-border bg-surface-1 p-4 shadow-card sm:p-5', className)}
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
