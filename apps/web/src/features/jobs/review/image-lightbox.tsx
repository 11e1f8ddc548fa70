import { LightboxBar } from '@adx/ui/images/lightbox-bar';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { formatNumber } from '@adx/validators/format-number';
import type { ReactNode } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { LightboxFrame } from '../../../lib/images/lightbox-frame.tsx';
import { useTileFocus } from '../../../lib/images/use-tile-focus.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { JobActionError } from '../actions/job-controls.tsx';
import { formatDecision, imageTitle } from '../image-labels.ts';
import type { TraitCounts } from '../images/trait-counts.ts';
import { FullImage } from './full-image.tsx';
import { DecisionButtons, RegenerateButtons } from './image-buttons.tsx';
import { createLightboxShortcuts } from './image-lightbox-keys.ts';
import { TraitList } from './trait-list.tsx';
import { usePreloadedImages } from './use-preloaded-images.ts';
import { VersionPanel } from './version-panel.tsx';

export interface LightboxProps {
	/** In the order of the grid. */
	readonly images: readonly JobImage[];
	/** The way to the others, where these are only the first ones. */
	readonly rest?: ReactNode;
	/** Whether more of them are being fetched, so that their number is not known yet. */
	readonly isReading?: boolean;
	/** Null while closed. */
	readonly imageId: string | null;
	readonly actions: JobActions;
	readonly counts: TraitCounts | null;
	readonly onShow: (imageId: string) => void;
	readonly onClose: () => void;
}

const tileOf = (imageId: string) => `[data-image-id="${CSS.escape(imageId)}"]`;

/** Looks at one image after the other, with what is known of it and what can be done to it. */
export function ImageLightbox({ images, isReading = false, imageId, onShow, onClose, ...rest }: LightboxProps) {
	const ready = images.filter((image) => image.imageUrl !== null);
	const index = ready.findIndex((image) => image.id === imageId);
	const image = ready[index];

	usePreloadedImages(ready, index);
	useTileFocus(image?.id ?? null, tileOf);

	if (image === undefined) return null;
	return (
		<Dialog open onClose={onClose} title={imageTitle(image)} hideTitle size="full">
			<LightboxStage
				{...rest}
				image={image}
				index={index}
				count={ready.length}
				isReading={isReading}
				showAt={(target) => {
					const next = ready[target];
					if (next !== undefined) onShow(next.id);
				}}
				onClose={onClose}
			/>
		</Dialog>
	);
}

interface StageProps extends Pick<LightboxProps, 'rest' | 'actions' | 'counts' | 'onClose'> {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly isReading: boolean;
	readonly showAt: (index: number) => void;
}

function LightboxStage({ rest, counts, ...work }: StageProps) {
	const { image, actions, index, count, isReading } = work;
	return (
		<LightboxFrame
			imageId={image.id}
			createKeys={(verbs) => createLightboxShortcuts({ ...work, ...verbs })}
			bar={(keys) => (
				<LightboxBar
					title={
						<>
							<span className="font-semibold">{imageTitle(image)}</span>
							<span className="sr-only">, </span>
							<span className="ml-3 whitespace-nowrap text-text-2">
								{`${formatNumber(index + 1)} of ${rest === undefined ? '' : 'the first '}${formatNumber(count)}${isReading ? ' loaded so far' : ''}`}
							</span>
							<span className="mr-3 whitespace-nowrap text-text-2">{` · ${formatDecision(image)}`}</span>
							{rest}
						</>
					}
					keys={keys}
					oneRowFrom="xl"
				>
					<DecisionButtons image={image} keys={keys} />
					<RegenerateButtons image={image} keys={keys} />
				</LightboxBar>
			)}
			picture={(isZoomed) => <FullImage image={image} actions={actions} isZoomed={isZoomed} />}
			aboutLabel="About this image"
			details={
				<>
					<JobActionError actions={actions} />
					<TraitList image={image} counts={counts} />
					<VersionPanel image={image} actions={actions} />
				</>
			}
		/>
	);
}
