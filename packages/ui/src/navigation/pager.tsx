import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../controls/button.tsx';

export interface PagerProps {
	/** What is paged, e.g. 'races'. */
	readonly itemsLabel: string;
	/** Counts from 0. */
	readonly page: number;
	readonly pageCount: number;
	readonly onPage: (page: number) => void;
	/** Says what the page shows; 'Page 1 of 2' by default. */
	readonly positionText?: string;
}

export function Pager({ itemsLabel, page, pageCount, onPage, positionText }: PagerProps) {
	const isLast = page >= pageCount - 1;
	return (
		<div className="flex items-center justify-between gap-2">
			<Button
				size="small"
				// Not `disabled`: the button just pressed would lose the focus on the last page.
				aria-disabled={page === 0 || undefined}
				onClick={() => (page === 0 ? undefined : onPage(page - 1))}
				icon={<ChevronLeft aria-hidden className="size-4" />}
				aria-label={`Previous page of ${itemsLabel}`}
			>
				Previous
			</Button>
			<p className="figures text-sm text-text-2" aria-live="polite">
				{positionText ?? `Page ${page + 1} of ${pageCount}`}
			</p>
			<Button
				size="small"
				aria-disabled={isLast || undefined}
				onClick={() => (isLast ? undefined : onPage(page + 1))}
				aria-label={`Next page of ${itemsLabel}`}
			>
				Next
				<ChevronRight aria-hidden className="size-4" />
			</Button>
		</div>
	);
}
