import { Button } from '@adx/ui/controls/button';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { ArrowUp, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { attributeTexts } from '../attributes-texts.ts';
import type { RowView } from '../worker/attributes-views.ts';
import type { PreviewViewModel } from '../worker/preview-view-model.ts';
import type { ThumbnailCache } from '../worker/thumbnail-cache.ts';
import { PreviewTableRow, rowPx } from './preview-row.tsx';

const texts = attributeTexts.preview;
const headPx = 44;

export interface PreviewTableProps {
	/** The names of the planned traits. */
	readonly traitNames: readonly string[];
	readonly size: number;
	readonly board: PreviewViewModel;
	/** Null where there are no pictures to show. */
	readonly shelf: ThumbnailCache | null;
	readonly view: RowView;
	readonly onView: (view: RowView) => void;
}

/** Every image with the traits, tier and rank it gets; only the lines in sight are in the page. */
export function PreviewTable({ traitNames, size, board, shelf, view, onView }: PreviewTableProps) {
	const scroller = useRef<HTMLDivElement>(null);
	useSyncExternalStore(board.subscribe, board.version);
	const rows = useVirtualizer({
		count: board.total,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowPx,
		overscan: 8,
		scrollPaddingStart: headPx,
	});
	const items = rows.getVirtualItems();
	const from = items[0]?.index ?? 0;
	const to = (items.at(-1)?.index ?? -1) + 1;
	const shown = items.map(({ index }) => board.row(index));
	useEffect(() => board.show(view, from, to), [board, view, from, to]);
	const pictured = shown.flatMap((row) => (row === undefined ? [] : [row.index])).join(',');
	useEffect(() => {
		shelf?.show(pictured === '' ? [] : pictured.split(',').map(Number));
	}, [shelf, pictured]);
	const beforePx = items[0]?.start ?? 0;
	const afterPx = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
	const columnCount = traitNames.length + 4;
	return (
		<>
			<TableBar view={view} onView={onView} shown={board.total} size={size} />
			<section
				ref={scroller}
				aria-label={texts.list}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="max-h-[34rem] overflow-auto rounded-md border border-border bg-surface-1"
			>
				<table
					aria-label={texts.list}
					aria-rowcount={board.total + 1}
					className="figures w-full border-separate border-spacing-0 text-sm whitespace-nowrap"
				>
					<thead className="sticky top-0 z-2 bg-surface-2 text-left">
						<tr style={{ height: headPx }}>
							<SortHead
								name={texts.columns.file}
								order="token"
								view={view}
								onView={onView}
								className="sticky left-0 bg-surface-2"
							/>
							<SortHead isNumber name={texts.columns.rank} order="rank" view={view} onView={onView} />
							<th scope="col" className="px-3">
								{texts.columns.rarity}
							</th>
							{traitNames.map((name) => (
								<th key={name} scope="col" className="px-3">
									{name}
								</th>
							))}
							<th scope="col" className="px-3">
								{texts.columns.others}
							</th>
						</tr>
					</thead>
					<tbody>
						{beforePx > 0 ? <Gap heightPx={beforePx} /> : null}
						{items.map(({ index }, place) => (
							<PreviewTableRow key={index} place={index} row={shown[place]} shelf={shelf} columnCount={columnCount} />
						))}
						{afterPx > 0 ? <Gap heightPx={afterPx} /> : null}
					</tbody>
				</table>
			</section>
			<p className="text-[0.8125rem] text-text-3">{board.total === 0 ? texts.nothingFound : texts.keptHint}</p>
		</>
	);
}

function Gap({ heightPx }: { readonly heightPx: number }) {
	return (
		<tr aria-hidden>
			<td style={{ height: heightPx }} />
		</tr>
	);
}

interface SortHeadProps extends Pick<PreviewTableProps, 'view' | 'onView'> {
	readonly name: string;
	readonly order: RowView['sortBy'];
	/** Stands to the right, as its figures do. */
	readonly isNumber?: boolean;
	readonly className?: string;
}

function SortHead({ name, order, isNumber = false, view, onView, className }: SortHeadProps) {
	const isSorted = view.sortBy === order;
	return (
		<th scope="col" aria-sort={isSorted ? 'ascending' : 'none'} className={className}>
			<button
				type="button"
				onClick={() => onView({ ...view, sortBy: order })}
				className={clsx(
					'flex min-h-9 w-full items-center gap-1 rounded-sm px-3 font-semibold hover:text-primary pointer-coarse:min-h-11',
					isNumber && 'justify-end',
				)}
			>
				{name}
				{isSorted ? <ArrowUp aria-hidden className="size-3.5" /> : null}
			</button>
		</th>
	);
}

interface TableBarProps extends Pick<PreviewTableProps, 'view' | 'onView' | 'size'> {
	readonly shown: number;
}

function TableBar({ view, onView, shown, size }: TableBarProps) {
	const { value, search } = view;
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<input
				type="search"
				aria-label={texts.search}
				placeholder={texts.search}
				value={search}
				onChange={({ target }) => onView({ ...view, search: target.value })}
				className="control-height min-w-0 grow basis-48 rounded-sm border border-line bg-surface-2 px-3 placeholder:text-text-3 sm:max-w-xs"
			/>
			{value === null ? null : (
				<Button
					size="small"
					aria-label={texts.removeFilter(value.trait, value.value)}
					icon={<X aria-hidden className="size-4" />}
					onClick={() => onView({ ...view, value: null })}
				>
					{texts.filter(value.trait, value.value)}
				</Button>
			)}
			<p role="status" className="figures ml-auto text-sm text-text-2">
				{texts.shown(shown, size)}
			</p>
		</div>
	);
}
