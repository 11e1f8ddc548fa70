import { Button } from '@adx/ui/controls/button';
import { SearchField } from '@adx/ui/controls/search-field';
import { SelectField } from '@adx/ui/controls/select-field';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import type { Rarity } from '@adx/validators/rarity';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { useElementFrame } from '../../../lib/hooks/use-element-frame.ts';
import { useStoredDisclosure } from '../../../lib/hooks/use-stored-disclosure.ts';
import { RankedRow, RankedRowSkeleton, rankedColumns } from './ranked-row.tsx';
import { hasPictures } from './ranked-token.ts';
import { type RankingView, useRankedPages } from './rarity-queries.ts';
import { type RankingOrder, rarityTexts } from './rarity-texts.ts';

const texts = rarityTexts.ranking;
/** The height of a collapsed row, until it is measured. */
const rowPx = { pictured: 84, unpictured: 60 };
/** The bar of the page stands above the first visible row. */
const coveredPx = 72;

export interface RankedListProps {
	readonly rarity: Rarity;
	readonly view: RankingView;
	readonly onView: (changes: Partial<RankingView>) => void;
}

/** The tokens of a view, each with what made its rank. */
export function RankedList({ rarity, view, onView }: RankedListProps) {
	const key = JSON.stringify(view);
	// 'Show all' goes away with what it was pressed for.
	const list = useFocusFallback<HTMLDivElement>(key);
	if (rarity.size === 0) return <p className="py-8 text-center text-text-2">{texts.none}</p>;
	return (
		<div ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
			<HowItWorks />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={texts.search}
					placeholder={texts.searchExample}
					value={view.search}
					onChange={(search) => onView({ search })}
					className="grow basis-56 sm:max-w-md"
				/>
				<SelectField
					isTool
					label={texts.sort}
					value={orderOf(view)}
					options={orderOptions}
					onValue={(value) => onView(toOrder(value))}
				/>
			</div>
			{hasPictures(rarity) ? null : <p className="text-sm text-text-2">{texts.picturesAway}</p>}
			<RankedRows key={key} rarity={rarity} view={view} onShowAll={() => onView({ search: '' })} />
		</div>
	);
}

const orderOptions = (Object.keys(texts.orders) as RankingOrder[]).map((value) => ({
	value,
	label: texts.orders[value],
}));

const orderOf = ({ sort, order }: RankingView): RankingOrder => `${sort} ${order}`;

function toOrder(value: RankingOrder): Pick<RankingView, 'sort' | 'order'> {
	const [sort, order] = value.split(' ') as [RankingView['sort'], RankingView['order']];
	return { sort, order };
}

interface RankedRowsProps {
	readonly rarity: Rarity;
	readonly view: RankingView;
	readonly onShowAll: () => void;
}

/** The tokens of a view, of which only those in sight are in the document. */
function RankedRows({ rarity, view, onShowAll }: RankedRowsProps) {
	const { id, size } = rarity;
	const isPictured = hasPictures(rarity);
	const { ref, widthPx, topPx } = useElementFrame();
	const [openPlace, setOpenPlace] = useState<number | null>(null);
	const first = useRankedPages(id, view, 0, 0);
	const count = first.found ?? (view.search === '' ? size : 0);
	const rows = useWindowVirtualizer({
		count: widthPx === 0 ? 0 : count,
		estimateSize: () => (isPictured ? rowPx.pictured : rowPx.unpictured),
		overscan: 6,
		scrollMargin: topPx,
		scrollPaddingStart: coveredPx,
	});
	const list = useRef<HTMLOListElement>(null);
	useLayoutEffect(() => {
		// The observer reports the new height a frame late: until then the rows below would lie over it.
		for (const row of list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
			rows.resizeItem(Number(row.dataset.index), row.offsetHeight);
		}
	}, [rows, openPlace]);
	const items = rows.getVirtualItems();
	const inView = useRankedPages(id, view, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
	const failed = first.error === null ? inView : first;
	return (
		<>
			{view.search === '' ? null : (
				<p role="status" className="figures text-sm text-text-2">
					{first.found === undefined ? texts.loading : texts.found(first.found, size)}
				</p>
			)}
			{failed.error === null ? null : (
				<ErrorWithRetry
					layout="line"
					message={`${texts.failed} ${failed.error.message}`}
					retryLabel={texts.again}
					onRetry={failed.refetch}
				/>
			)}
			{first.found === 0 ? (
				<div className="grid justify-items-center gap-3 py-12 text-center">
					<p className="text-text-2">{texts.notFound}</p>
					<Button tone="primary" onClick={onShowAll}>
						{texts.showAll}
					</Button>
				</div>
			) : null}
			<div
				hidden={count === 0 || first.error !== null}
				className="rounded-lg border border-border bg-surface-1 shadow-card"
			>
				<ColumnNames isPictured={isPictured} />
				<div ref={ref}>
					<ol
						ref={list}
						aria-label={view.sort === 'rank' && view.order === 'ascending' ? texts.label : texts.labelIn(orderOf(view))}
						className="relative"
						style={{ height: rows.getTotalSize() }}
					>
						{items.map(({ key, index, start }) => {
							const token = inView.tokenAt(index);
							return (
								<li
									key={key}
									ref={rows.measureElement}
									data-index={index}
									aria-setsize={count}
									aria-posinset={index + 1}
									className={clsx('absolute inset-x-0 border-border', index === 0 ? 'md:border-t' : 'border-t')}
									style={{ transform: `translateY(${start - topPx}px)` }}
								>
									{token === undefined ? (
										<RankedRowSkeleton rarity={rarity} />
									) : (
										<RankedRow
											token={token}
											rarity={rarity}
											isOpen={openPlace === index}
											onToggle={() => setOpenPlace(openPlace === index ? null : index)}
										/>
									)}
								</li>
							);
						})}
					</ol>
				</div>
			</div>
		</>
	);
}

function HowItWorks() {
	const [isOpen, setOpen] = useStoredDisclosure('rarity-how', false);
	return (
		<details
			open={isOpen}
			onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
			className="rounded-md border border-border bg-surface-1 px-4 py-2 text-text-2"
		>
			<summary className="cursor-pointer rounded-sm py-1 font-semibold text-text pointer-coarse:py-2.5">
				{texts.how}
			</summary>
			<div className="grid max-w-prose gap-2 pb-2">
				<p>{texts.first}</p>
				<p>{texts.score}</p>
				<p>{texts.meta}</p>
				<p>{texts.tiers}</p>
			</div>
		</details>
	);
}

/** For the eye alone: every row says its own for those who listen. */
function ColumnNames({ isPictured }: { readonly isPictured: boolean }) {
	const { rank, token, tier, score, unique } = texts.columns;
	return (
		<div
			aria-hidden
			className={clsx(rankedColumns(isPictured), 'hidden! px-4 py-2 text-sm font-semibold text-text-2 md:grid!')}
		>
			<span>{rank}</span>
			<span className={clsx(isPictured && 'col-span-2')}>{token}</span>
			<span>{tier}</span>
			<span className="text-right">{score}</span>
			<span>{unique}</span>
		</div>
	);
}
