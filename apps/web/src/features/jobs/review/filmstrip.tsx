import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { Ban, Check, Lock } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageFileUrl, imageTitle } from '../image-labels.ts';

const frameWidthPx = 76;

export interface ReviewFilmstripProps {
	readonly images: readonly JobImage[];
	readonly index: number;
	readonly onShow: (index: number) => void;
}

/** All images under review side by side; only those in view are in the document. */
export function Filmstrip({ images, index, onShow }: ReviewFilmstripProps) {
	const strip = useRef<HTMLDivElement>(null);
	const frames = useVirtualizer({
		horizontal: true,
		count: images.length,
		getScrollElement: () => strip.current,
		estimateSize: () => frameWidthPx,
		overscan: 6,
	});
	useLayoutEffect(() => frames.scrollToIndex(index, { align: 'center' }), [index, frames]);
	return (
		<div ref={strip} className="overflow-x-auto rounded-md border border-border bg-surface-1 p-1">
			<ul aria-label="Images under review" className="relative h-[72px]" style={{ width: frames.getTotalSize() }}>
				{frames.getVirtualItems().map(({ index: place, start }) => {
					const image = images[place];
					if (image === undefined) return null;
					return (
						<li key={image.id} className="absolute top-0 left-0" style={{ transform: `translateX(${start}px)` }}>
							<Frame image={image} isCurrent={place === index} onShow={() => onShow(place)} />
						</li>
					);
				})}
			</ul>
		</div>
	);
}

interface FrameProps {
	readonly image: JobImage;
	readonly isCurrent: boolean;
	readonly onShow: () => void;
}

function Frame({ image, isCurrent, onShow }: FrameProps) {
	const words = [image.mark, image.locked ? 'locked' : null, image.isDamaged ? 'missing or damaged in storage' : null];
	const remark = words.filter((word) => word !== null).join(', ');
	return (
		<button
			type="button"
			tabIndex={isCurrent ? 0 : -1}
			aria-current={isCurrent || undefined}
			aria-label={remark === '' ? imageTitle(image) : `${imageTitle(image)}, ${remark}`}
			onClick={onShow}
			className={clsx(
				'relative block size-[72px] overflow-hidden rounded-sm border-2',
				isCurrent ? 'border-primary' : 'border-transparent hover:border-line',
			)}
		>
			<ImageWithFallback
				url={image.isDamaged ? null : imageFileUrl(image, '200')}
				alt=""
				isLazy
				className={clsx('size-full object-cover', image.mark === 'rejected' && 'opacity-50 grayscale')}
			/>
			<span aria-hidden className="absolute top-0.5 right-0.5 flex gap-0.5 rounded-[4px] bg-surface-1/90 empty:hidden">
				{image.locked ? <Lock className="size-3.5" /> : null}
				{image.mark === 'kept' ? <Check className="size-3.5 text-ok" strokeWidth={3} /> : null}
				{image.mark === 'rejected' ? <Ban className="size-3.5 text-ember-text" strokeWidth={3} /> : null}
			</span>
		</button>
	);
}
