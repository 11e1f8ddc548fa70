import { buttonClass } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Gem } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { useCollection } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { CollectionTokens } from '../tokens/collection-tokens.tsx';
import type { TokenSearch } from '../tokens/token-search-params.ts';
import { CollectionHeader } from './collection-header.tsx';

const texts = galleryTexts.collection;

export interface CollectionPageProps {
	readonly collectionId: string;
	/** The open picture's number, as text. */
	readonly view: ImageView;
	/** Search, order and traits, as the address has them. */
	readonly search: TokenSearch;
	readonly onSearch: (changes: Partial<TokenSearch>) => void;
}

/** One Frozen Collection: what is known of it, and all its pictures. */
export function CollectionPage({ collectionId, ...tokens }: CollectionPageProps) {
	const { data: collection, error, refetch, isFetching } = useCollection(collectionId);
	// The header is drawn first; the pictures follow in slices, between which the browser answers.
	const collectionOfTokens = useDeferredValue(collection);
	const isGone = getHttpStatus(error) === 404;
	const missing = collection === undefined ? texts.notFound : texts.gone;
	usePageTitle(isGone ? missing.title : (collection?.name ?? texts.kind));
	return (
		<main className="mx-auto grid w-full max-w-[160rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 py-4 sm:px-6">
			<div className="flex flex-wrap justify-between gap-2">
				<Link to="/gallery" className={buttonClass('ghost')}>
					<ArrowLeft aria-hidden className="size-4" />
					{texts.back}
				</Link>
				{collection === undefined || isGone ? null : (
					<Link to="/collections/$collectionId/rarity" params={{ collectionId }} className={buttonClass()}>
						<Gem aria-hidden className="size-4" />
						{collection.isMine ? texts.rarityAndExport : texts.rarity}
					</Link>
				)}
			</div>
			{isGone ? (
				<section className="mx-auto w-full max-w-lg py-12">
					<Card className="text-center">
						<h1 className="font-title text-3xl">{missing.title}</h1>
						<p className="mt-3 mb-6 text-text-2">{missing.text}</p>
						<Link to="/gallery" className={buttonClass('primary', 'large')}>
							{texts.toGallery}
						</Link>
					</Card>
				</section>
			) : collection !== undefined ? (
				<>
					<CollectionHeader collection={collection} />
					{collectionOfTokens === undefined ? null : <CollectionTokens collection={collectionOfTokens} {...tokens} />}
				</>
			) : error === null ? (
				<Coming />
			) : (
				<section className="mx-auto w-full max-w-lg py-12">
					<h1 className="sr-only">{galleryTexts.gallery}</h1>
					<Card title={texts.failed.title}>
						<ErrorWithRetry
							layout="card"
							message={error.message}
							busyText={isFetching ? texts.loading : undefined}
							retryLabel={texts.failed.again}
							onRetry={refetch}
						/>
					</Card>
				</section>
			)}
		</main>
	);
}

function Coming() {
	return (
		<div role="status" aria-label={texts.loading} className="grid gap-4">
			<h1 className="sr-only">{texts.loading}</h1>
			<Skeleton className="h-72 w-full rounded-lg!" />
			<div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
				{[1, 2, 3, 4, 5, 6].map((place) => (
					<Skeleton key={place} className="aspect-square w-full rounded-md!" />
				))}
			</div>
		</div>
	);
}
