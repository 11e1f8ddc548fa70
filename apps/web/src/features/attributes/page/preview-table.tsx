import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { SortHeader } from '@adx/ui/tables/sort-header';
import { useVirtualRows, VirtualRows } from '@adx/ui/tables/virtual-rows';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { attributeTexts } from '../attributes-texts.ts';
import type { RowView } from '../worker/attributes-views.ts';
import type { PreviewViewModel } from '../worker/preview-view-model.ts';
import type { ThumbnailCache } from '../worker/thumbnail-cache.ts';
import { PreviewCells } from './preview-cells.tsx';

const texts = attributeTexts.preview;
const headPx = 44;

export interface PreviewTableProps {
	/** The names of the planned traits. */
	readonly traitNames: readonly string[];
	readonly size: number;
	readonly viewModel: PreviewViewModel;
	/** Null where there are no pictures to show. */
	readonly thumbnails: ThumbnailCache | null;
	readonly view: RowView;
	readonly onView: (view: RowView) => void;
}

/** Every image with the traits, tier and rank it gets; only the lines in sight are in the page. */
export function PreviewTable({ traitNames, size, viewModel, thumbnails, view, onView }: PreviewTableProps) {
	useStore(viewModel.version);
	const rows = useVirtualRows({ count: viewModel.total, rowPx: 52, headPx, overscan: 8 });
	const { from, to } = rows;
	const shown = Array.from({ length: to - from }, (_, place) => viewModel.row(from + place));
	useEffect(() => viewModel.show(view, from, to), [viewModel, view, from, to]);
	const pictured = shown.flatMap((row) => (row === undefined ? [] : [row.index])).join(',');
	useEffect(() => {
		thumbnails?.show(pictured === '' ? [] : pictured.split(',').map(Number));
	}, [thumbnails, pictured]);
	const sortHeader = (sortBy: RowView['sortBy']) => ({
		sort: view.sortBy === sortBy ? ('ascending' as const) : ('none' as const),
		onSort: () => onView({ ...view, sortBy }),
	});
	return (
		<>
			<TableBar view={view} onView={onView} shown={viewModel.total} size={size} />
			<section
				ref={rows.scroller}
				aria-label={texts.list}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="lit-scroll-edge max-h-[34rem] scroll-pt-12 overflow-auto rounded-md border border-border"
			>
				<table
					aria-label={texts.list}
					aria-rowcount={viewModel.total + 1}
					className="figures w-full border-separate border-spacing-0 text-sm whitespace-nowrap"
				>
					<thead className="sticky top-0 z-2 bg-surface-2 text-left">
						<tr style={{ height: headPx }}>
							<SortHeader
								{...sortHeader('token')}
								className="sticky left-0 bg-surface-2"
								buttonClassName="flex min-h-9 w-full px-3"
							>
								{texts.columns.file}
							</SortHeader>
							<SortHeader {...sortHeader('rank')} buttonClassName="flex min-h-9 w-full justify-end px-3">
								{texts.columns.rank}
							</SortHeader>
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
					<VirtualRows
						of={rows}
						rowAt={(index) => viewModel.row(index)}
						columnCount={traitNames.length + 4}
						placeholder={<Skeleton className="h-5 w-full" />}
						className="*:border-t *:border-border hover:bg-surface-2"
					>
						{(row) => <PreviewCells row={row} thumbnails={thumbnails} />}
					</VirtualRows>
				</table>
			</section>
			<p className="text-[0.8125rem] text-text-3">{viewModel.total === 0 ? texts.nothingFound : texts.keptHint}</p>
		</>
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
