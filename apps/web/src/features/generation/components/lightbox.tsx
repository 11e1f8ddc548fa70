import { Dialog } from '@adx/ui/dialog';
import { type KeyboardEvent, useEffect } from 'react';
import type { JobImage } from '../../../lib/trpc.ts';
import { imageFileUrl, imageTitle } from '../logic.ts';
import { LightboxBar } from './lightbox-bar.tsx';
import { ProgressiveImage } from './progressive-image.tsx';
import { TraitList } from './trait-list.tsx';

export interface LightboxProps {
	/** Every image of the job, in the order of the grid. */
	readonly images: readonly JobImage[];
	/** Null while closed. */
	readonly imageId: string | null;
	readonly onShow: (imageId: string) => void;
	readonly onClose: () => void;
}

const preloadReach = 2;

function focusTile(imageId: string): void {
	const tile = document.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
	tile?.scrollIntoView({ block: 'nearest' });
	tile?.focus();
}

function saveImage(image: JobImage): void {
	const link = document.createElement('a');
	link.href = imageFileUrl(image.id, 'full');
	link.download = image.filename;
	link.click();
}

/** Looks at one image after the other; arrows, Home and End move, D saves, Escape closes. */
export function Lightbox({ images, imageId, onShow, onClose }: LightboxProps) {
	const ready = images.filter((image) => image.imageUrl !== null);
	const index = ready.findIndex((image) => image.id === imageId);
	const image = ready[index];

	useEffect(() => {
		if (index < 0) return;
		for (const neighbour of ready.slice(Math.max(0, index - preloadReach), index + preloadReach + 1)) {
			new Image().src = imageFileUrl(neighbour.id, '512');
		}
	}, [index, ready]);

	if (image === undefined) return null;
	const showAt = (target: number) => {
		const next = ready[target];
		if (next !== undefined) onShow(next.id);
	};

	function pressKey(event: KeyboardEvent) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const actions: Readonly<Record<string, () => void>> = {
			ArrowLeft: () => showAt(index - 1),
			ArrowRight: () => showAt(index + 1),
			Home: () => showAt(0),
			End: () => showAt(ready.length - 1),
			d: () => saveImage(ready[index]!),
		};
		const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
		if (action === undefined) return;
		event.preventDefault();
		action();
	}

	function close() {
		const lastId = image?.id;
		onClose();
		// After the dialog has given focus back to where it opened: the tile last looked at is where the eye is.
		if (lastId !== undefined) setTimeout(() => focusTile(lastId), 0);
	}

	return (
		<Dialog open onClose={close} title={imageTitle(image)} hideTitle size="full">
			{/* biome-ignore lint/a11y/noStaticElementInteractions: keys reach it from the buttons inside */}
			<div onKeyDown={pressKey} className="grid min-h-dvh grid-rows-[auto_1fr] bg-bg/95 text-text lg:h-dvh">
				<LightboxBar
					index={index}
					count={ready.length}
					title={imageTitle(image)}
					onStep={(step) => showAt(index + step)}
					onSave={() => saveImage(image)}
					onClose={close}
				/>
				<div className="grid min-h-0 gap-4 p-4 pt-0 lg:grid-cols-[1fr_22rem]">
					<div className="grid min-h-0 place-items-center">
						<ProgressiveImage key={image.id} imageId={image.id} alt={imageTitle(image)} />
					</div>
					<TraitList image={image} />
				</div>
			</div>
		</Dialog>
	);
}
