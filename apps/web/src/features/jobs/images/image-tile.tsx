import { usePictureRetry } from '@adx/ui/hooks/use-picture-retry';
import { ImagePlaceholder } from '@adx/ui/images/image-with-fallback';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import clsx from 'clsx';
import { Check, Link2, LoaderCircle, Lock, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import {
	classLabel,
	damagedLabel,
	formatDrift,
	frozenLabels,
	imageFileUrl,
	imageTitle,
	raceLabel,
} from '../image-labels.ts';
import { failureLabels } from '../job-labels.ts';
import type { PlannedState } from '../job-summary.ts';

export interface ImageTileProps {
	readonly image: JobImage;
	/** What becomes of it while it is planned. */
	readonly planned: PlannedState;
	readonly onOpen: (imageId: string) => void;
	/** A smaller picture without a frame, for a sheet of many. */
	readonly isDense?: boolean;
	/** Narrow enough for the smallest preview. */
	readonly isSmall?: boolean;
	/** In the document only while it is about to be seen: then the browser need not find that out for itself. */
	readonly isVirtual?: boolean;
	/** Its place in a grid that arrows move in; -1 keeps the tile out of the tab order. */
	readonly tabIndex?: number;
	readonly onKeyDown?: (event: KeyboardEvent) => void;
	readonly onFocus?: () => void;
}

/** What the owner decided and what is going on, in words for the label. */
function remarks(image: JobImage): string {
	const words = [
		// First, as the tile shows it beside the number.
		image.isDamaged ? 'missing or damaged in storage' : null,
		image.mark,
		image.locked ? 'locked' : null,
		image.frozen === null ? null : frozenLabels[image.frozen],
		image.isRedrawing ? 'another version is being made' : null,
		image.drift === null ? null : `drift ${formatDrift(image.drift)}`,
		image.failure !== null && image.state === 'stored' ? 'the last new version failed' : null,
	];
	return words.flatMap((word) => (word === null ? [] : [`, ${word}`])).join('');
}

/** One image of a job; the traits of one that is not drawn hold its place. */
export function ImageTile({
	image,
	planned,
	onOpen,
	isDense = false,
	isSmall = isDense,
	isVirtual = false,
	...rest
}: ImageTileProps) {
	const [isHere, setHere] = useState(false);
	const url = image.imageUrl === null ? null : imageFileUrl(image, isSmall ? '200' : '512');
	const { hasFailed, onError } = usePictureRetry(image.isDamaged ? null : url);
	const number = (
		<span className="figures absolute bottom-1 left-1 rounded-sm bg-surface-1/90 px-1.5 text-xs font-semibold text-text">
			#{image.tokenNumber}
			{image.drift === null || isDense ? null : ` · drift ${formatDrift(image.drift)}`}
		</span>
	);
	if (url === null) return <OpenRow image={image} planned={planned} isDense={isDense} />;
	return (
		<button
			type="button"
			{...rest}
			data-image-id={image.id}
			onClick={() => onOpen(image.id)}
			aria-label={`Open ${imageTitle(image)}${remarks(image)}`}
			className={clsx(
				'group relative block aspect-square w-full overflow-hidden',
				isHere || hasFailed || image.isDamaged ? 'bg-surface-3' : clsx('animate-shimmer', pendingStyle),
				isDense ? 'focus-visible:z-1' : 'rounded-md border border-border',
			)}
		>
			{image.isDamaged ? (
				<>
					{number} <ImagePlaceholder alt="" fallbackText={damagedLabel} className="size-full" />
				</>
			) : hasFailed ? (
				<ImagePlaceholder alt="" className="size-full" />
			) : (
				<img
					src={url}
					alt=""
					loading={isVirtual ? 'eager' : 'lazy'}
					decoding="async"
					width={512}
					height={512}
					onLoad={() => setHere(true)}
					onError={onError}
					className={clsx(
						'size-full animate-enter object-cover transition-transform duration-[240ms] ease-frost group-hover:scale-[1.03]',
						image.mark === 'rejected' && 'opacity-50 grayscale',
					)}
				/>
			)}
			{image.isDamaged ? null : number}
			<span className="absolute top-1 right-1 flex gap-1">
				{image.isRedrawing ? (
					<Mark className="text-primary">
						<LoaderCircle className="size-3.5 animate-spin" />
					</Mark>
				) : null}
				{image.locked ? (
					<Mark className="text-text">
						<Lock className="size-3.5" />
					</Mark>
				) : null}
				{image.frozen === null ? null : (
					<Mark className="text-primary">
						<Link2 className="size-3.5" />
					</Mark>
				)}
				{image.mark === 'kept' ? (
					<Mark className="text-ok">
						<Check className="size-3.5" strokeWidth={3} />
					</Mark>
				) : null}
				{image.mark === 'rejected' ? (
					<Mark className="text-ember-text">
						<X className="size-3.5" strokeWidth={3} />
					</Mark>
				) : null}
			</span>
		</button>
	);
}

function Mark({ className, children }: { readonly className: string; readonly children: ReactNode }) {
	return (
		<span aria-hidden className={clsx('grid size-5 place-items-center rounded-full bg-surface-1/90', className)}>
			{children}
		</span>
	);
}

/** Shows that something is to come here: behind a picture until it has arrived, and for a row that is to be drawn. */
const pendingStyle =
	'bg-surface-2 bg-[linear-gradient(100deg,transparent_40%,var(--color-surface-3)_50%,transparent_60%)] bg-[length:200%_100%]';

/** Race and class, or the values of the two layers in front. */
const openLabels = ({ traits }: JobImage): readonly string[] =>
	isLayerTraits(traits)
		? [...new Set(traits.layers.slice(-2).map(({ value }) => value))]
		: [raceLabel(traits.race), classLabel(traits.class)];

interface OpenRowProps {
	readonly image: JobImage;
	readonly planned: PlannedState;
	readonly isDense: boolean;
}

function OpenRow({ image, planned, isDense }: OpenRowProps) {
	const isFailed = image.state === 'failed';
	const isComing = image.state === 'planned' && planned !== 'not drawn';
	const stateText = isFailed ? 'could not be drawn' : planned;
	return (
		<div
			className={clsx(
				'grid aspect-square w-full content-center gap-0.5 overflow-hidden border border-dashed text-center',
				isDense ? 'p-1 text-[0.6875rem] leading-tight' : 'rounded-md p-2 text-sm',
				isComing ? clsx('animate-shimmer', pendingStyle) : 'bg-surface-2',
				isFailed ? 'border-ember-text' : 'border-line',
			)}
		>
			{openLabels(image).map((label, place) => (
				<span key={label} className={clsx('truncate', place === 0 ? 'font-semibold text-text' : 'text-text-2')}>
					{label}
				</span>
			))}
			<span className="figures text-xs text-text-2">{`#${image.tokenNumber} ${stateText}`}</span>
			{isFailed && !isDense && image.failure !== null ? (
				<span className="text-xs text-ember-text">{failureLabels[image.failure]}</span>
			) : null}
		</div>
	);
}
