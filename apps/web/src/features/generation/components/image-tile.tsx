import clsx from 'clsx';
import type { JobImage } from '../../../lib/trpc.ts';
import { classLabel, imageFileUrl, imageTitle, raceLabel } from '../logic.ts';

export interface ImageTileProps {
	readonly image: JobImage;
	readonly onOpen: (imageId: string) => void;
}

/** One image of a job; while it is not drawn yet, the traits it will have hold its place. */
export function ImageTile({ image, onOpen }: ImageTileProps) {
	if (image.imageUrl === null) return <OpenRow image={image} />;
	return (
		<button
			type="button"
			data-image-id={image.id}
			onClick={() => onOpen(image.id)}
			aria-label={`Open ${imageTitle(image)}`}
			className="group relative block aspect-square w-full overflow-hidden rounded-md border border-border bg-surface-3"
		>
			<img
				src={imageFileUrl(image.id, '512')}
				alt=""
				loading="lazy"
				decoding="async"
				width={512}
				height={512}
				className="size-full animate-enter object-cover transition-transform duration-[240ms] ease-frost group-hover:scale-[1.03]"
			/>
			<span className="figures absolute bottom-1.5 left-1.5 rounded-sm bg-surface-1/90 px-1.5 text-xs font-semibold text-text">
				#{image.tokenNumber}
			</span>
		</button>
	);
}

function OpenRow({ image }: { readonly image: JobImage }) {
	const isFailed = image.state === 'failed';
	return (
		<div
			className={clsx(
				'grid aspect-square w-full content-center gap-0.5 overflow-hidden rounded-md border border-dashed p-2 text-center text-sm',
				isFailed
					? 'border-ember-text bg-surface-2'
					: 'animate-shimmer border-line bg-surface-2 bg-[linear-gradient(100deg,transparent_40%,var(--color-surface-3)_50%,transparent_60%)] bg-[length:200%_100%]',
			)}
		>
			<span className="font-semibold text-text">{raceLabel(image.traits.race)}</span>
			<span className="text-text-2">{classLabel(image.traits.class)}</span>
			<span className="figures text-xs text-text-2">
				{isFailed ? 'Could not be drawn' : `#${image.tokenNumber} waiting`}
			</span>
		</div>
	);
}
