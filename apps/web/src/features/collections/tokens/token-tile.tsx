import { Skeleton } from '@adx/ui/feedback/skeleton';
import clsx from 'clsx';
import type { KeyboardEvent, MouseEvent } from 'react';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import type { CollectionToken } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { PreviewImage } from '../preview-image.tsx';
import type { TileFocusProps } from './token-grid.tsx';

const texts = galleryTexts.tile;

/** Height of a tile's words: name and rank, and a line more where these are provisional. */
export const captionPx = (isProvisional: boolean) => (isProvisional ? 64 : 46);

/** Whether the name says more than the collection's with the number. */
const hasOwnName = ({ name, tokenNumber }: CollectionToken) => !name.endsWith(`#${tokenNumber}`);

export interface TokenTileProps {
	readonly token: CollectionToken;
	readonly focus: TileFocusProps;
	readonly isProvisional: boolean;
	readonly isSelected: boolean;
	/** Whether it is so small that the smaller preview suffices. */
	readonly isSmall: boolean;
	readonly onOpen: () => void;
	readonly onSelect: (isRange: boolean) => void;
}

/** One picture with its rank; opens it, and can be chosen: by its box, or by a click with Shift, Ctrl or Cmd. */
export function TokenTile({ token, focus, isProvisional, isSelected, isSmall, ...handlers }: TokenTileProps) {
	const { tokenNumber, name, rarityRank, rarityTier, width } = token;

	function pressKey(event: KeyboardEvent) {
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
		if (isPlain && event.key.toLowerCase() === 's') {
			event.preventDefault();
			handlers.onSelect(event.shiftKey);
		} else focus.onKeyDown(event);
	}

	function click(event: MouseEvent) {
		if (event.shiftKey || event.ctrlKey || event.metaKey) handlers.onSelect(event.shiftKey);
		else handlers.onOpen();
	}

	return (
		<div className="group relative">
			<button
				type="button"
				data-token-number={tokenNumber}
				tabIndex={focus.tabIndex}
				onFocus={focus.onFocus}
				onKeyDown={pressKey}
				onClick={click}
				aria-keyshortcuts="S"
				className="block w-full rounded-md text-left"
			>
				<span className="sr-only">{texts.open}</span>{' '}
				<span
					aria-hidden
					className={clsx(
						'relative block aspect-square overflow-hidden rounded-md border bg-surface-3',
						isSelected ? 'border-primary ring-2 ring-primary' : 'border-border',
					)}
				>
					<PreviewImage
						isLazy
						url={width === null ? null : token.imageUrl}
						alt=""
						size={isSmall ? '200' : '512'}
						widthPx={width}
						className="size-full animate-enter transition-transform duration-[240ms] ease-frost group-hover:scale-[1.03]"
					/>
				</span>
				<span className="figures mt-1 block truncate text-sm" title={name}>
					<span className="font-semibold">#{tokenNumber}</span>{' '}
					<span className={clsx(!hasOwnName(token) && 'sr-only')}>{name}</span>
				</span>{' '}
				<span className={clsx('figures block truncate text-[0.8125rem] leading-[1.125rem]', tierTextClass[rarityTier])}>
					{texts.rank(rarityRank, rarityTier)}
				</span>{' '}
				{isProvisional ? (
					<span className="block text-[0.8125rem] leading-[1.125rem] text-text-3">{texts.provisional}</span>
				) : null}{' '}
				{width === null ? <span className="sr-only">{galleryTexts.tokens.cannotShow}</span> : null}
			</button>
			<label
				className={clsx(
					'absolute top-0 left-0 grid size-11 cursor-pointer place-items-center transition-opacity select-none duration-[120ms] focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
					isSelected ? 'opacity-100' : 'opacity-0',
				)}
			>
				<span className="grid size-7 place-items-center rounded-sm bg-surface-1/90">
					<input
						type="checkbox"
						checked={isSelected}
						tabIndex={focus.tabIndex}
						aria-label={texts.select(name)}
						onChange={({ nativeEvent }) =>
							handlers.onSelect('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
						}
						className="size-4.5 accent-primary"
					/>
				</span>
			</label>
		</div>
	);
}

export interface TokenTileSkeletonProps {
	readonly isProvisional: boolean;
	/** Whether it is on its way. */
	readonly isComing: boolean;
}

/** Holds the place of a picture that has not been fetched. */
export function TokenTileSkeleton({ isProvisional, isComing }: TokenTileSkeletonProps) {
	return (
		<div>
			<Skeleton className={clsx('aspect-square w-full rounded-md!', isComing || 'animate-none! bg-none!')} />
			<div style={{ height: captionPx(isProvisional) }} />
		</div>
	);
}
