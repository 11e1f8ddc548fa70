import { makesVariations } from '../engines/engines.ts';
import type { GeneratedImage } from './generated-image.ts';
import type { DamagedImages, GenerationJob } from './generation-job.ts';

type JobCounts = Pick<GenerationJob, 'phase' | 'batchSize' | 'progress' | 'failedImages' | 'redraws'>;

/** How many images resuming a paused job has drawn: those that are neither drawn nor given up, and versions asked for. */
export function countImagesToResume({ phase, batchSize, progress, failedImages, redraws }: JobCounts): number {
	return phase === 'paused' ? batchSize - progress - failedImages + redraws : 0;
}

/** How many images retrying the job has drawn beyond what it draws anyway; 0 where nothing can be retried. */
export function countImagesToRetry({ phase, batchSize, progress, failedImages }: JobCounts): number {
	if (phase === 'paused' || phase === 'cancelling') return 0;
	return phase === 'queued' || phase === 'running' ? failedImages : batchSize - progress;
}

/** What decides whether an image can be generated again. */
export type ImageFreedom = Pick<GeneratedImage, 'state' | 'locked' | 'frozen' | 'isRedrawing' | 'isDamaged'>;

/** Whether an image made again would be the very picture that is stored already. */
export const isFixedPicture = (
	{ engine }: Pick<GenerationJob, 'engine'>,
	{ state, isDamaged }: Pick<GeneratedImage, 'state' | 'isDamaged'>,
): boolean => !makesVariations(engine) && state === 'stored' && !isDamaged;

/** Whether generating an image again would draw it, to some use: it is neither locked nor minted, nor drawn anyway. */
export function isRegenerable(job: Pick<GenerationJob, 'phase' | 'engine'>, image: ImageFreedom): boolean {
	const { phase } = job;
	const isOrdered = image.isRedrawing || (image.state === 'planned' && (phase === 'queued' || phase === 'running'));
	return !image.locked && image.frozen === null && !isOrdered && !isFixedPicture(job, image);
}

/** Images that have the same freedom; one where no number is given. */
export type ImagesAlike = ImageFreedom & { readonly images?: number };

/** Counts the images of a job whose pictures are damaged; null for none. */
export function countDamagedImages(
	job: Pick<GenerationJob, 'phase' | 'engine'>,
	damaged: readonly ImagesAlike[],
): DamagedImages | null {
	if (damaged.length === 0) return null;
	const count = (isMeant: (image: ImageFreedom) => boolean) =>
		damaged.reduce((sum, image) => sum + (isMeant(image) ? (image.images ?? 1) : 0), 0);
	return {
		all: count(() => true),
		toRegenerate: count((image) => isRegenerable(job, image)),
		frozen: count(({ frozen }) => frozen !== null),
		locked: count(({ frozen, locked }) => frozen === null && locked),
	};
}
