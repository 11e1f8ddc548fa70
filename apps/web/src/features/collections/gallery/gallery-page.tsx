import { Button, buttonClass } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import type { GalleryCard } from '@adx/validators/gallery';
import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { useMemo } from 'react';
import { filterCards, mixesCoins } from '../collection-cards.ts';
import { useGallery, useHasCollections } from '../collection-queries.ts';
import type { GallerySearch } from '../gallery-search-params.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { CollectionCard } from './collection-card.tsx';
import { GalleryFilters } from './gallery-filters.tsx';
import { GalleryHero } from './gallery-hero.tsx';

export interface GalleryPageProps {
	/** Search, category and order, as the address has them. */
	readonly search: GallerySearch;
	readonly onSearch: (changes: Partial<GallerySearch>) => void;
}

/** Every collection that its owner does not hide. */
export function GalleryPage({ search, onSearch }: GalleryPageProps) {
	return (
		<main className="mx-auto grid w-full max-w-[160rem] grid-cols-[minmax(0,1fr)] gap-6 px-3 py-6 sm:px-6">
			<GalleryHero />
			<Collections search={search} onSearch={onSearch} />
		</main>
	);
}

function Collections({ search, onSearch }: GalleryPageProps) {
	const { data: cards, error, refetch, isFetching } = useGallery();
	const shown = useMemo(() => filterCards(cards ?? [], search), [cards, search]);
	if (cards === undefined) {
		return error === null ? (
			<CardsComing />
		) : (
			<Card title={galleryTexts.failed.title}>
				<ErrorWithRetry
					layout="card"
					message={error.message}
					busyText={isFetching ? galleryTexts.loading : undefined}
					retryLabel={galleryTexts.failed.again}
					onRetry={refetch}
				/>
			</Card>
		);
	}
	if (cards.length === 0) return <EmptyRealm />;
	const featured = shown.filter((card) => card.featured);
	return (
		<>
			<div className="grid gap-2">
				<GalleryFilters search={search} onSearch={onSearch} />
				<p role="status" className="text-sm text-text-2 empty:hidden">
					{mixesCoins(shown, search.sort) ? galleryTexts.sort.coins : null}
				</p>
			</div>
			<Section title={galleryTexts.featured.title}>
				{featured.length === 0 ? (
					<p className="text-text-2">{galleryTexts.featured.none}</p>
				) : (
					<Cards cards={featured} />
				)}
			</Section>
			<Section title={galleryTexts.all.title} count={galleryTexts.all.count(shown.length, cards.length)}>
				{shown.length === 0 ? (
					<div className="grid justify-items-center gap-3 py-10 text-center">
						<p className="text-text-2">{galleryTexts.noMatch.text}</p>
						<Button tone="primary" onClick={() => onSearch({ query: '', category: null })}>
							{galleryTexts.noMatch.clear}
						</Button>
					</div>
				) : (
					<Cards cards={shown} />
				)}
			</Section>
		</>
	);
}

interface SectionProps {
	readonly title: string;
	readonly count?: string;
	readonly children: React.ReactNode;
}

function Section({ title, count, children }: SectionProps) {
	return (
		<section aria-label={title} className="grid gap-3">
			<div className="flex items-baseline gap-3">
				<h2 className="font-title text-2xl">{title}</h2>
				{count === undefined ? null : (
					<p aria-live="polite" className="figures text-text-2">
						{count}
					</p>
				)}
			</div>
			{children}
		</section>
	);
}

const gridClass =
	'grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 min-[110rem]:grid-cols-5 min-[140rem]:grid-cols-7';

function Cards({ cards }: { readonly cards: readonly GalleryCard[] }) {
	return (
		<ul className={gridClass}>
			{cards.map((card) => (
				<li key={card.id} className="[contain-intrinsic-size:auto_24rem] [content-visibility:auto]">
					<CollectionCard card={card} />
				</li>
			))}
		</ul>
	);
}

function CardsComing() {
	return (
		<div role="status" aria-label={galleryTexts.loading} className={gridClass}>
			{[1, 2, 3, 4].map((place) => (
				<div key={place} className="grid gap-3 rounded-lg border border-border bg-surface-1 p-3">
					<Skeleton className="aspect-[4/3] w-full rounded-md!" />
					<Skeleton className="h-6 w-2/3" />
					<Skeleton className="h-12 w-full" />
				</div>
			))}
		</div>
	);
}

function EmptyRealm() {
	const hasCollections = useHasCollections();
	if (hasCollections === undefined) return <CardsComing />;
	const { title, text, ownUnshown, link } = galleryTexts.empty;
	return (
		<Card className="py-12! text-center">
			<div className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-surface-3 text-primary">
				<Snowflake aria-hidden className="size-7" />
			</div>
			<h2 className="font-title text-2xl">{title}</h2>
			<p className="mx-auto mt-3 mb-6 max-w-md text-text-2">{hasCollections ? ownUnshown : text}</p>
			<Link to="/merger" className={buttonClass('primary', 'large')}>
				{link}
			</Link>
		</Card>
	);
}
