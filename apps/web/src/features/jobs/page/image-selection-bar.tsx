import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { measureBottomInset } from '@adx/ui/layout/bottom-inset';
import { safeFileName } from '@adx/validators/file-name';
import { formatNumber } from '@adx/validators/format-number';
import { isRegenerable } from '@adx/validators/generation/job-counts';
import { Ban, Check, Download, Lock, LockOpen, RotateCcw, X } from 'lucide-react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useSaveZip } from '../../../lib/files/use-save-zip.ts';
import { selectionMax, zipImages } from '../../../lib/files/zip-images.ts';
import type { BulkActions } from '../actions/image-bulk-actions.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { explainNothingRegenerable } from '../actions/regenerable-images.ts';
import { imageTitle } from '../image-labels.ts';
import { formatImageCount } from '../job-labels.ts';
import type { ImageSelection } from './image-selection.ts';

export interface SelectionBarProps {
	readonly job: Job;
	readonly selection: ImageSelection;
	readonly actions: JobActions;
	readonly bulk: BulkActions;
	/** Whether every image of the job is on show, so that "all" means all of them. */
	readonly isWhole: boolean;
}

/** What can be done with the chosen images; at the bottom of the window, absent while none is chosen. */
export function ImageSelectionBar({ job, selection, actions, bulk, isWhole }: SelectionBarProps) {
	const { images, isPending, clear } = selection;
	const zip = useSaveZip();
	const { progress } = zip;
	const problem = bulk.error ?? zip.problem;
	if (images.length === 0 && !isPending && bulk.busyText === null && progress === null) return null;
	const saving = progress === null ? null : `Fetched ${progress.fetched} of ${formatImageCount(progress.count)}`;
	const busy = bulk.busyText ?? (isPending ? 'Fetching the images of the range...' : saving);
	const isLocked = images.length > 0 && images.every(({ locked }) => locked);
	const regenerateObstacle = images.some((image) => isRegenerable(job, image))
		? (actions.redrawObstacle ?? actions.busyText)
		: explainNothingRegenerable(job, images);
	const common = { size: 'small', disabled: busy !== null || images.length === 0 } as const;
	return (
		<section
			ref={measureBottomInset}
			aria-label="Chosen images"
			className="sticky bottom-2 z-20 mx-auto flex max-w-full flex-wrap items-center gap-x-2 gap-y-1.5 rounded-md border border-primary bg-surface-1 px-3 py-2 shadow-pop"
		>
			<p role="status" className="figures mr-2 font-semibold">
				{busy ?? selectedText(selection, isWhole)}
			</p>
			{problem === null ? null : (
				<p role="alert" className="text-sm text-ember-text">
					{problem}
				</p>
			)}
			<Button
				{...common}
				onClick={() => bulk.mark(images, 'kept')}
				icon={<Check aria-hidden className="size-4 text-ok" />}
			>
				Keep
			</Button>
			<Button
				{...common}
				onClick={() => bulk.mark(images, 'rejected')}
				icon={<Ban aria-hidden className="size-4 text-ember-text" />}
			>
				Reject
			</Button>
			<Button
				{...common}
				onClick={() => bulk.lock(images, !isLocked)}
				icon={isLocked ? <LockOpen aria-hidden className="size-4" /> : <Lock aria-hidden className="size-4" />}
			>
				{isLocked ? 'Unlock' : 'Lock'}
			</Button>
			<Button
				{...common}
				disabledReason={common.disabled ? undefined : (regenerateObstacle ?? undefined)}
				onClick={() => actions.begin({ kind: 'regenerate-images', images })}
				icon={<RotateCcw aria-hidden className="size-4" />}
			>
				Regenerate
			</Button>
			{progress === null ? (
				<DownloadSelected job={job} images={images} isDisabled={common.disabled} save={zip.save} />
			) : (
				<Button size="small" onClick={zip.cancel}>
					Cancel download
				</Button>
			)}
			<Button
				size="small"
				tone="ghost"
				onClick={clear}
				title="Clear (Escape)"
				icon={<X aria-hidden className="size-4" />}
			>
				Clear
			</Button>
			{common.disabled || regenerateObstacle === null ? null : (
				<p className="basis-full text-sm text-text-2">{`Regenerate: ${regenerateObstacle}`}</p>
			)}
		</section>
	);
}

interface DownloadSelectedProps {
	readonly job: Job;
	readonly images: readonly JobImage[];
	readonly isDisabled: boolean;
	readonly save: ReturnType<typeof useSaveZip>['save'];
}

/** Saves the chosen images as '{projectName}_selection.zip'; more than fit the page's memory have the Files tab. */
function DownloadSelected({ job, images, isDisabled, save }: DownloadSelectedProps) {
	const isTooMany = images.length > selectionMax;
	function saveImages() {
		const pictures = images.flatMap((image) =>
			image.imageUrl === null ? [] : [{ ...image, name: imageTitle(image), imageUrl: image.imageUrl }],
		);
		const fileName = `${safeFileName(job.projectName)}_selection.zip`;
		const count = pictures.length;
		void save({
			count,
			createZip: (work) => zipImages({ fileName, pictures, ...work }),
			onSaved: () => showToast({ title: 'Selection Saved', description: formatImageCount(count), tone: 'success' }),
		});
	}
	return (
		<Button
			size="small"
			disabled={isDisabled}
			disabledReason={isTooMany ? 'The whole collection is under Files' : undefined}
			onClick={saveImages}
			icon={<Download aria-hidden className="size-4" />}
		>
			{isTooMany ? `Download selected (up to ${selectionMax})` : 'Download selected'}
		</Button>
	);
}

/** '3 chosen', 'All 312 that match are chosen', 'All 5,000 drawn images are chosen' */
function selectedText({ images, drawnCount }: ImageSelection, isWhole: boolean): string {
	const count = formatNumber(images.length);
	if (images.length < drawnCount || images.length === 1) return `${count} chosen`;
	return isWhole ? `All ${count} drawn images are chosen` : `All ${count} that match are chosen`;
}
