import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Names and values in columns, one `DetailRow` each. */
export function DetailList({ children }: { readonly children: ReactNode }) {
	return <dl className="grid grid-cols-[auto_1fr_auto] gap-x-4">{children}</dl>;
}

export interface DetailRowProps {
	readonly name: string;
	readonly value: string;
	/** A figure beside the value; '' leaves its column free. */
	readonly note?: string | undefined;
	/** Goes on from the figure for those who listen. */
	readonly noteSuffix?: string;
	/** Of the value. */
	readonly className?: string;
}

export function DetailRow({ name, value, note, noteSuffix, className }: DetailRowProps) {
	return (
		<div className="col-span-3 grid grid-cols-subgrid items-baseline border-b border-border py-1.5 last:border-b-0">
			<dt className="max-w-28 text-sm sm:max-w-40 break-words text-text-2">{name}</dt>
			<dd
				className={clsx(
					'figures min-w-0 text-right font-medium break-words',
					note === undefined && 'col-span-2',
					className,
				)}
			>
				{value}
			</dd>
			{note === undefined ? null : (
				<dd className="figures text-right text-[0.8125rem] text-text-2">
					{note}
					<span className="sr-only">{noteSuffix}</span>
				</dd>
			)}
		</div>
	);
}
