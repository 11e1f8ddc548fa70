import { Dialog } from '@adx/ui/dialog';
import { useEffect, useState } from 'react';
import { ShortcutList } from '../../../components/shortcut-list.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { JobImage } from '../../../lib/trpc.ts';
import { imageFileUrl, imageTitle } from '../logic.ts';
import type { JobActions } from './job-actions.ts';
import { JobActionError } from './job-controls.tsx';
import type { TraitCounts } from './job-trait-counts.ts';
import { LightboxBar } from './lightbox-bar.tsx';
import { lightboxKeys } from './lightbox-keys.ts';
import { ProgressiveImage } from './progressive-image.tsx';
import { TraitList } from './trait-list.tsx';
import { VersionPanel } from './version-panel.tsx';

export interface LightboxProps {
	/** In the order of the grid. */
	readonly images: readonly JobImage[];
	/** Null while closed. */
	readonly imageId: string | null;
	readonly actions: JobActions;
	readonly counts: TraitCounts | null;
	readonly onShow: (imageId: string) => void;
	readonly onClose: () => void;
}

const preloadReach = 2;

function focusTile(imageId: string): void {
	const tile = document.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
	tile?.scrollIntoView({ block: 'nearest' });
	tile?.focus();
}

/** Looks at one image after the other, with what is known of it and what can be done to it. */
export function Lightbox({ images, imageId, onShow, onClose, ...rest }: LightboxProps) {
	const ready = images.filter((image) => image.imageUrl !== null);
	const index = ready.findIndex((image) => image.id === imageId);
	const image = ready[index];

	useEffect(() => {
		if (index < 0) return;
		for (const neighbour of ready.slice(Math.max(0, index - preloadReach), index + preloadReach + 1)) {
			new Image().src = imageFileUrl(neighbour, '512');
		}
	}, [index, ready]);

	if (image === undefined) return null;

	function close() {
		const lastId = image?.id;
		onClose();
		// After the dialog has given focus back to where it opened: the tile last looked at is where the eye is.
		if (lastId !== undefined) setTimeout(() => focusTile(lastId), 0);
	}

	return (
		<Dialog open onClose={close} title={imageTitle(image)} hideTitle size="full">
			<LightboxStage
				{...rest}
				image={image}
				index={index}
				count={ready.length}
				showAt={(target) => {
					const next = ready[target];
					if (next !== undefined) onShow(next.id);
				}}
				onClose={close}
			/>
		</Dialog>
	);
}

interface StageProps extends Pick<LightboxProps, 'actions' | 'counts' | 'onClose'> {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly showAt: (index: number) => void;
}

function LightboxStage({ counts, ...work }: StageProps) {
	const { image, actions, index, count } = work;
	const [zoomedId, setZoomedId] = useState<string | null>(null);
	const [hasTraits, setTraits] = useState(true);
	const [isHelpOpen, setHelpOpen] = useState(false);
	const isZoomed = zoomedId === image.id;
	const keys = lightboxKeys({
		...work,
		onZoom: () => setZoomedId(isZoomed ? null : image.id),
		onTraits: () => setTraits(!hasTraits),
		onFullScreen: () => void toggleFullScreen(layer.current),
		onHelp: () => setHelpOpen(true),
	});
	const table = Object.values(keys);
	const layer = useShortcuts(table);
	return (
		<div
			ref={layer}
			className="grid min-h-dvh grid-rows-[auto_1fr] overflow-y-auto bg-bg/95 text-text lg:h-dvh lg:overflow-y-hidden"
		>
			<LightboxBar image={image} index={index} count={count} keys={keys} />
			<div
				className={`grid min-h-0 content-start gap-4 p-4 pt-0 ${hasTraits ? 'lg:grid-cols-[minmax(0,1fr)_23rem]' : ''}`}
			>
				<div className="grid min-h-0 min-w-0 place-items-center self-stretch">
					<ProgressiveImage
						key={`${image.id}:${image.version}`}
						image={image}
						alt={imageTitle(image)}
						isZoomed={isZoomed}
					/>
				</div>
				{hasTraits ? (
					<aside
						aria-label="About this image"
						// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach what is below
						tabIndex={0}
						className="grid min-w-0 content-start gap-5 rounded-lg border border-border bg-surface-1 p-4 shadow-card lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
					>
						<JobActionError actions={actions} />
						<TraitList image={image} counts={counts} />
						<VersionPanel image={image} actions={actions} />
					</aside>
				) : null}
			</div>
			<ShortcutList open={isHelpOpen} onClose={() => setHelpOpen(false)} shortcuts={table} />
		</div>
	);
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
	try {
		if (document.fullscreenElement === null) await element?.requestFullscreen();
		else await document.exitFullscreen();
	} catch {
		// A browser that refuses shows the same picture in its window.
	}
}
