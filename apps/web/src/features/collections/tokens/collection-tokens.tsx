import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { showToast } from '@adx/ui/feedback/toast-store';
import { followBottomInset } from '@adx/ui/layout/bottom-inset';
import { Card } from '@adx/ui/surfaces/card';
import { useLayoutEffect, useRef, useState } from 'react';
import { selectionMax } from '../../../lib/files/zip-images.ts';
import { getScrollInsetPx } from '../../../lib/get-scroll-inset-px.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { useSelectionKeys } from '../../../lib/hooks/use-selection-keys.ts';
import { useTileSize } from '../../../lib/images/tile-size.tsx';
import type { IndexRange } from '../../../lib/images/virtual-tile-grid.tsx';
import { hasProvisionalRarity } from '../collection-cards.ts';
import type { Collection } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { TokenGrid } from './token-grid.tsx';
import { TokenLightbox } from './token-lightbox.tsx';
import { getSelectedTraits, type TokenSearch } from './token-search-params.ts';
import { useTokenSelection } from './token-selection.ts';
import { TokenSelectionBar } from './token-selection-bar.tsx';
import { captionPx, TokenTile, TokenTileSkeleton } from './token-tile.tsx';
import { getPositionText, TokenToolbar } from './token-toolbar.tsx';
import { TraitFilterPanel } from './trait-filter-panel.tsx';
import { useOpenToken } from './use-open-token.ts';
import type { TokenPages } from './use-token-pages.ts';

const texts = galleryTexts.tokens;

/** Tiles of the smallest size need no larger preview: a quarter of the bytes. */
const smallPreviewPx = 100;

export interface CollectionTokensProps {
	readonly collection: Collection;
	readonly view: ImageView;
	readonly search: TokenSearch;
	readonly onSearch: (changes: Partial<TokenSearch>) => void;
}

/** All pictures of a collection, narrowed by traits and search, and the one that is open. */
export function CollectionTokens({ collection, view, search, onSearch }: CollectionTokensProps) {
	const [range, setRange] = useState<IndexRange>({ from: 0, to: 0 });
	const [sizePx, setSizePx] = useTileSize();
	const open = useOpenToken(collection, search, view, range);
	const selection = useTokenSelection();
	const { pages } = open;
	const { total, tokenAt } = pages;
	const provisional = hasProvisionalRarity(collection);
	function extend(from: number, to: number) {
		const start = tokenAt(from);
		selection.extendTo(to, tokenAt, start !== undefined && selection.has(start.tokenNumber) ? undefined : from);
	}
	const tooMany = total !== null && total > selectionMax ? galleryTexts.selection.limit(selectionMax) : undefined;
	function selectAll() {
		if (tooMany !== undefined) showToast({ title: tooMany });
		else {
			const places = Array.from({ length: total ?? 0 }, (_, place) => tokenAt(place));
			selection.add(places.filter((token) => token !== undefined));
		}
	}
	useSelectionKeys({ hasAny: selection.tokens.length > 0, selectAll, clear: selection.clear });
	const order = JSON.stringify([search.query, search.sort, getSelectedTraits(search.traits)]);
	const pictures = useFirstResultInView(order);
	const setTraits = (traits: TokenSearch['traits']) => onSearch({ traits });

	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-20 xl:grid-cols-[18rem_minmax(0,1fr)] xl:gap-6">
			<aside className="hidden xl:block" aria-label={galleryTexts.facets.title}>
				<div className="sticky top-[calc(4.5rem+var(--banner-height,0px))] max-h-[calc(100dvh-5.5rem-var(--banner-height,0px))] overflow-y-auto rounded-lg border border-border bg-surface-1 p-4 shadow-card">
					<h2 className="font-title mb-3 text-xl">{galleryTexts.facets.title}</h2>
					<TraitFilterPanel collection={collection} traits={search.traits} onTraits={setTraits} />
				</div>
			</aside>
			<section
				ref={pictures}
				aria-label={texts.label}
				// The browser holds what is read in place where something grows above it: a further line of traits would push the
				// first row under the toolbar.
				className="grid min-w-0 -scroll-mt-2 content-start gap-3 [overflow-anchor:none]"
			>
				<TokenToolbar
					collection={collection}
					search={search}
					onSearch={onSearch}
					range={range}
					total={total}
					sizePx={sizePx}
					onSize={setSizePx}
					onGoTo={(number) => view.onShow(String(number))}
					onSelectAll={selectAll}
					tooMany={tooMany}
				/>
				{provisional ? <p className="text-sm text-text-2">{texts.provisional}</p> : null}
				{total === null ? (
					pages.error === null ? (
						<TokensComing />
					) : (
						<NotLoaded message={pages.error.message} onAgain={pages.refetch} />
					)
				) : total === 0 ? (
					<NothingFound onShowAll={() => onSearch({ query: '', traits: {} })} />
				) : (
					<>
						<TokenGrid
							key={order}
							count={total}
							minTilePx={sizePx}
							captionPx={captionPx(provisional)}
							current={open.place}
							onRange={setRange}
							onExtend={extend}
							renderTile={(place, focus) => {
								const token = tokenAt(place);
								if (token === undefined) {
									return <TokenTileSkeleton isProvisional={provisional} isComing={pages.error === null} />;
								}
								return (
									<TokenTile
										token={token}
										focus={focus}
										isProvisional={provisional}
										isSmall={sizePx * window.devicePixelRatio <= smallPreviewPx}
										isSelected={selection.has(token.tokenNumber)}
										onOpen={() => open.show(token.tokenNumber, place)}
										onSelect={(isRange) =>
											isRange ? selection.extendTo(place, tokenAt) : selection.toggle(token, place)
										}
									/>
								);
							}}
						/>
						<Foot pages={pages} position={getPositionText(range, total)} />
					</>
				)}
			</section>
			<TokenSelectionBar collectionName={collection.name} selection={selection} />
			<TokenLightbox collection={collection} open={open} selection={selection} onClose={view.onClose} />
		</div>
	);
}

/** Other pictures, or the same in another order, are seen from the first one on. */
function useFirstResultInView(order: string) {
	const ref = useRef<HTMLElement>(null);
	const shown = useRef(order);
	useLayoutEffect(() => {
		if (shown.current === order) return;
		shown.current = order;
		const section = ref.current;
		if (section !== null && section.getBoundingClientRect().top < getScrollInsetPx(section)) section.scrollIntoView();
	}, [order]);
	return ref;
}

function TokensComing() {
	return (
		<div
			role="status"
			aria-label={texts.loading}
			className="grid min-h-dvh grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] content-start gap-3"
		>
			{Array.from({ length: 18 }, (_, place) => (
				<Skeleton key={place} className="aspect-square w-full rounded-md!" />
			))}
		</div>
	);
}

function NotLoaded({ message, onAgain }: { readonly message: string; readonly onAgain: () => void }) {
	return (
		<Card title={texts.failed}>
			<ErrorWithRetry layout="card" tone="secondary" message={message} retryLabel={texts.again} onRetry={onAgain} />
		</Card>
	);
}

interface FootProps {
	readonly pages: TokenPages;
	readonly position: string;
}

/** Stays at the bottom of the window: either end of the grid may be thousands of rows away. */
function Foot({ pages: { error, refetch }, position }: FootProps) {
	return (
		<div
			ref={followBottomInset}
			// The bar of a selection stands a little above the bottom, if at all.
			className="sticky bottom-[calc(var(--bottom-inset,0px)+min(var(--bottom-inset,0px),1rem))] z-10"
		>
			{error === null ? null : (
				<ErrorWithRetry
					layout="line"
					message={`${texts.failed}. ${error.message}`}
					retryLabel={texts.again}
					onRetry={refetch}
					className="mb-2 bg-surface-1 shadow-pop"
				/>
			)}
			{/* Where the toolbar scrolls away. */}
			<p
				aria-hidden
				className="figures -mx-3 border-t border-border bg-bg px-3 py-1 text-center sm:-mx-6 xl:-ml-3 text-sm text-text-2 sm:not-short:hidden"
			>
				{position}
			</p>
		</div>
	);
}

function NothingFound({ onShowAll }: { readonly onShowAll: () => void }) {
	return (
		<div className="grid justify-items-center gap-3 py-12 text-center">
			<p className="text-text-2">{texts.none}</p>
			<Button tone="primary" onClick={onShowAll}>
				{texts.showAll}
			</Button>
		</div>
	);
}
