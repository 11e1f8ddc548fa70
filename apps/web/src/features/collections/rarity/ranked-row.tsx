import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { formatNumber } from '@adx/validators/format-number';
import type { RankedToken, Rarity } from '@adx/validators/rarity';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import { previewUrl } from '../../../lib/images/preview-url.ts';
import { getRankedTraits, getUniqueTraitLabels, hasPictures } from './ranked-token.ts';
import { rarityTexts } from './rarity-texts.ts';

const texts = rarityTexts.ranking;

/** Rank, picture, name, tier, score, unique traits and the button; picture, words and button where it is narrow. */
const pictured =
	'grid-cols-[4rem_minmax(0,1fr)_auto] md:grid-cols-[3.5rem_4rem_minmax(8rem,18rem)_6.5rem_4rem_minmax(0,1fr)_2.75rem]';
const unpictured =
	'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[3.5rem_minmax(8rem,18rem)_6.5rem_4rem_minmax(0,1fr)_2.75rem]';

export const rankedColumns = (hasPictures: boolean) =>
	clsx('grid items-center gap-x-3 md:gap-x-5', hasPictures ? pictured : unpictured);

export interface RankedRowProps {
	readonly token: RankedToken;
	readonly rarity: Rarity;
	readonly isOpen: boolean;
	readonly onToggle: () => void;
}

/** One token with its rank; opened, it shows how many share each of its values. */
export function RankedRow({ token, rarity, isOpen, onToggle }: RankedRowProps) {
	const { name, imageUrl, rank, score, tier, uniqueTraits } = token;
	const id = useId();
	const unique = getUniqueTraitLabels(token);
	return (
		<>
			<div className={`${rankedColumns(hasPictures(rarity))} figures px-4 py-2`}>
				{hasPictures(rarity) ? (
					<ImageWithFallback
						isLazy
						url={imageUrl === null ? null : previewUrl(imageUrl, '200')}
						alt=""
						className="size-16 rounded-sm bg-surface-3 object-contain"
					/>
				) : null}
				<div className="flex min-w-0 flex-wrap items-baseline gap-x-2 md:contents">
					<p className="font-semibold md:order-first">
						<span className="md:sr-only">{`${texts.columns.rank} `}</span>
						{formatNumber(rank)}
					</p>
					<p className="min-w-0 basis-full wrap-anywhere max-md:order-first">
						<TokenName token={token} rarity={rarity} />
					</p>
					<p className={clsx('font-medium', tierTextClass[tier])}>{tier}</p>
					<span className="basis-full md:hidden" />
					<p className="text-text-2 md:text-right">
						<span className="md:sr-only">{`${texts.columns.score} `}</span>
						{texts.scoreOf(score)}
					</p>
					<p className="min-w-0 truncate text-sm text-text-2" title={unique.join(', ')}>
						{texts.unique(uniqueTraits)}
						<span className="max-md:sr-only">{unique.length === 0 ? null : ` · ${unique.join(', ')}`}</span>
					</p>
				</div>
				<Button
					tone="ghost"
					className="size-11 p-0!"
					aria-label={texts.why(name)}
					aria-expanded={isOpen}
					aria-controls={id}
					onClick={onToggle}
					icon={<ChevronDown aria-hidden className={clsx('size-5 shrink-0', isOpen && 'rotate-180')} />}
				/>
			</div>
			<div id={id} hidden={!isOpen}>
				{isOpen ? <Shares token={token} size={rarity.size} /> : null}
			</div>
		</>
	);
}

/** Pictures of Frozen Collections have a page to be looked at. */
function TokenName({ token: { name, tokenNumber }, rarity: { id, kind } }: Pick<RankedRowProps, 'token' | 'rarity'>) {
	if (kind !== 'merged') return <span className="font-medium">{name}</span>;
	return (
		<Link
			to="/collections/$collectionId"
			params={{ collectionId: id }}
			search={{ image: tokenNumber }}
			className="rounded-sm font-medium hover:text-primary hover:underline"
		>
			{name}
		</Link>
	);
}

function Shares({ token, size }: { readonly token: RankedToken; readonly size: number }) {
	const attributes = getRankedTraits(token);
	if (attributes.length === 0) return <p className="px-4 pb-3 text-sm text-text-2">{texts.noTraits}</p>;
	return (
		<dl
			aria-label={texts.traits(token.name)}
			className="figures grid grid-cols-[minmax(0,1fr)] gap-x-8 px-4 pb-3 text-sm sm:grid-cols-2 xl:grid-cols-3"
		>
			{attributes.map(({ trait_type: trait, value, count }, place) => (
				<div
					key={place}
					className="grid grid-cols-[minmax(0,9fr)_minmax(0,10fr)_6.5rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_6.5rem] items-baseline gap-x-3 border-b border-border py-1"
				>
					<dt className="text-text-2 wrap-anywhere">{trait}</dt>
					<dd className="font-medium wrap-anywhere">{value}</dd>
					<dd className={clsx('text-right', count === 1 ? 'font-medium text-gold' : 'text-text-2')}>
						{count === 1 ? texts.onlyOne : texts.shared(count, formatShare(count, size))}
					</dd>
				</div>
			))}
		</dl>
	);
}

/** Holds the place of a token that is on its way. */
export function RankedRowSkeleton({ rarity }: Pick<RankedRowProps, 'rarity'>) {
	const isPictured = hasPictures(rarity);
	return (
		<div className={clsx(rankedColumns(isPictured), 'px-4 py-2')}>
			{isPictured ? <Skeleton className="size-16 rounded-sm! md:col-start-2" /> : null}
			<Skeleton className={clsx('h-5 w-full', !isPictured && 'my-3 md:col-start-2')} />
		</div>
	);
}
