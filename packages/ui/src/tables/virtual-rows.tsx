import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualRowsOptions {
	/** Of all rows, those on their way included. */
	readonly count: number;
	/** A row's height; where rows are measured, the estimate for those not seen yet. */
	readonly rowPx: number;
	/** Rows are as high as what they hold; else all are `rowPx`. */
	readonly isMeasured?: boolean;
	readonly headPx: number;
	/** So many rows beyond the edges are there too. */
	readonly overscan: number;
}

/** Which rows of a long table are in sight: those from `from` up to, but without `to`. */
export function useVirtualRows({ count, rowPx, isMeasured = false, headPx, overscan }: VirtualRowsOptions) {
	const scroller = useRef<HTMLDivElement>(null);
	const virtualizer = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowPx,
		overscan,
		scrollPaddingStart: headPx,
	});
	const items = virtualizer.getVirtualItems();
	const from = items[0]?.index ?? 0;
	return { scroller, virtualizer, rowPx, isMeasured, from, to: from + items.length };
}

const drawGap = (heightPx: number) =>
	heightPx > 0 ? (
		<tr aria-hidden>
			<td style={{ height: heightPx }} />
		</tr>
	) : null;

export interface VirtualRowsProps<Row> {
	readonly of: ReturnType<typeof useVirtualRows>;
	/** Undefined while it is on its way. */
	readonly rowAt: (index: number) => Row | undefined;
	readonly columnCount: number;
	/** Stands for a row that is on its way. */
	readonly placeholder: ReactNode;
	readonly className?: string;
	/** The cells of a row. */
	readonly children: (row: Row) => ReactNode;
}

/** The body of a long table: only the rows in sight are in the document. */
export function VirtualRows<Row>({ of, rowAt, columnCount, placeholder, className, children }: VirtualRowsProps<Row>) {
	const { virtualizer, rowPx, isMeasured } = of;
	const items = virtualizer.getVirtualItems();
	return (
		<tbody>
			{drawGap(items[0]?.start ?? 0)}
			{items.map(({ index }) => {
				const row = rowAt(index);
				return (
					<tr
						key={index}
						ref={isMeasured ? virtualizer.measureElement : undefined}
						data-index={index}
						style={{ height: rowPx }}
						aria-rowindex={index + 2}
						className={row === undefined ? undefined : className}
					>
						{row === undefined ? (
							<td colSpan={columnCount} className="px-3">
								{placeholder}
							</td>
						) : (
							children(row)
						)}
					</tr>
				);
			})}
			{drawGap(virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0))}
		</tbody>
	);
}
