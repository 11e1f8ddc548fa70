import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

export interface SortHeaderProps {
	/** How the rows are sorted by this column. */
	readonly sort: 'ascending' | 'descending' | 'none';
	readonly onSort: () => void;
	readonly className?: string;
	/** Says `flex` or `inline-flex` too. */
	readonly buttonClassName: string;
	readonly children: ReactNode;
}

/** The header of a column that rows can be sorted by. */
export function SortHeader({ sort, onSort, className, buttonClassName, children }: SortHeaderProps) {
	const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
	return (
		<th scope="col" aria-sort={sort} className={className}>
			<button
				type="button"
				onClick={onSort}
				className={clsx(
					'items-center gap-1 rounded-sm font-semibold hover:text-primary pointer-coarse:min-h-11',
					buttonClassName,
				)}
			>
				{children}
				{sort === 'none' ? null : <Arrow aria-hidden className="size-3.5" />}
			</button>
		</th>
	);
}
