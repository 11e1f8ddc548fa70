import { buttonClass } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { formatNumber } from '@adx/validators/format-number';
import { Link } from '@tanstack/react-router';
import { Combine, Sparkles } from 'lucide-react';
import { useGalleryCounts } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';

/** What the gallery is, the ways to add to it, and how much it holds. */
export function GalleryHero() {
	return (
		<header className="grid gap-6 rounded-lg border border-border bg-surface-1/80 p-5 shadow-card sm:p-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
			<div>
				<h1 className="font-title text-3xl sm:text-4xl">{galleryTexts.gallery}</h1>
				<p className="mt-3 max-w-2xl text-base text-text-2">{galleryTexts.hero.text}</p>
				<div className="mt-5 flex flex-wrap gap-3">
					<Link to="/create" className={buttonClass('primary', 'large')}>
						<Sparkles aria-hidden className="size-5" />
						{galleryTexts.hero.create}
					</Link>
					<Link to="/merger" className={buttonClass('secondary', 'large')}>
						<Combine aria-hidden className="size-5" />
						{galleryTexts.hero.merge}
					</Link>
				</div>
			</div>
			<Counts />
		</header>
	);
}

function Counts() {
	const { data, error } = useGalleryCounts();
	const texts = galleryTexts.counts;
	if (data === undefined && error !== null) return <p className="text-text-2">{texts.failed}</p>;
	return (
		<dl aria-label={texts.label} className="grid grid-cols-3 gap-2 sm:gap-4">
			<Count name={texts.collections} value={data?.collections} />
			<Count name={texts.images} value={data?.images} />
			<Count name={texts.creators} value={data?.creators} />
		</dl>
	);
}

function Count({ name, value }: { readonly name: string; readonly value: number | undefined }) {
	return (
		<div className="flex min-w-0 flex-col-reverse justify-end gap-1 rounded-md border border-border bg-surface-2 px-0.5 py-3 text-center sm:px-5">
			<dt className="text-sm text-text-2">{name}</dt>
			<dd className="figures text-xl font-semibold sm:text-3xl">
				{value === undefined ? <Skeleton className="mx-auto h-9 w-14" /> : formatNumber(value)}
			</dd>
		</div>
	);
}
