import { formatNumber } from '@adx/validators/format-number';
import type { Job, JobImage } from '../../lib/api/trpc.ts';
import { classLabel, raceLabel } from './image-labels.ts';
import { formatImageCount } from './job-labels.ts';

/**
 * Remaining time as minutes:seconds; '--:--' while nothing is done, '00:00' when nothing is left. `elapsedS` is the time
 * worked until the progress was reported, `sinceS` what has passed since then: it only runs down.
 */
export function formatRemaining(elapsedS: number, progress: number, batchSize: number, sinceS = 0): string {
	if (progress === 0) return '--:--';
	const remainingS = Math.round((elapsedS / progress) * batchSize - elapsedS - sinceS);
	if (remainingS <= 0) return '00:00';
	const twoDigits = (value: number) => String(value).padStart(2, '0');
	return `${twoDigits(Math.floor(remainingS / 60))}:${twoDigits(remainingS % 60)}`;
}

/** 0..100, whole; 100 only once every image is there. A job's progress counts images. */
export function toPercent(job: Pick<Job, 'progress' | 'batchSize'>): number {
	return job.batchSize === 0 ? 0 : Math.floor((job.progress / job.batchSize) * 100);
}

export const isUnfinished = (job: Pick<Job, 'status'>) => job.status === 'pending' || job.status === 'generating';

/** Whether something is drawn now or soon; a paused job waits for somebody. */
export const isAtWork = (job: Pick<Job, 'status' | 'phase'>) => isUnfinished(job) && job.phase !== 'paused';

/** What is said of an image that is planned and, as far as the page knows, not drawn. */
export type PlannedState = 'waiting' | 'loading' | 'not drawn';

/**
 * The images of a job that has ended may have been read before its last ones were drawn. `isWhole` says whether `images` are
 * all that it has.
 */
export function getPlannedState(job: Job, images: readonly JobImage[], isWhole: boolean): PlannedState {
	if (isAtWork(job)) return 'waiting';
	if (isUnfinished(job)) return 'not drawn';
	const drawn = images.filter(({ state }) => state === 'stored').length;
	const isAllDrawn = job.totalImages === job.batchSize;
	if (isWhole) return drawn < job.totalImages ? 'loading' : 'not drawn';
	return isAllDrawn && drawn < images.length ? 'loading' : 'not drawn';
}

/** The sentence above the bar of a job that is under way and not paused. */
export function getProgressMessage(job: Pick<Job, 'status' | 'phase' | 'progress' | 'batchSize'>): string {
	if (job.status === 'pending') return 'Preparing generation...';
	if (job.phase === 'cancelling') return 'Cancelling...';
	return 'Generating images...';
}

/** The sentence of a job that came to an end. */
export function getOutcomeMessage(
	job: Pick<Job, 'status' | 'phase' | 'totalImages' | 'batchSize' | 'errorMessage'>,
): string {
	if (job.status === 'failed') return job.errorMessage ?? 'Unknown error occurred';
	if (job.phase === 'partial' || job.phase === 'cancelled') {
		return `Stopped after ${formatNumber(job.totalImages)} of ${formatImageCount(job.batchSize)}`;
	}
	return 'Generation completed successfully!';
}

/** 'Elf, Half-Orc · Wizard' */
export const formatRacesAndClasses = (job: Pick<Job, 'races' | 'classes'>) =>
	`${job.races.map(raceLabel).join(', ')} · ${job.classes.map(classLabel).join(', ')}`;

/** What a job is called where it has no name. */
export function getJobTitle(job: Pick<Job, 'projectName' | 'number'>): string {
	return job.projectName === null || job.projectName === '' ? `Collection #${job.number}` : job.projectName;
}

const shortTitleMax = 48;

/** A title in a sentence, where a name of the longest kind would leave nothing else in view. */
export function getShortJobTitle(job: Pick<Job, 'projectName' | 'number'>): string {
	const letters = [...getJobTitle(job)];
	return letters.length <= shortTitleMax
		? letters.join('')
		: `${letters
				.slice(0, shortTitleMax - 1)
				.join('')
				.trimEnd()}…`;
}

/** The job the floating button saves: the chosen one when it is completed, else the newest completed. */
export function findDownloadableJob(jobs: readonly Job[], chosenId: string | null): Job | null {
	const completed = jobs.filter((job) => job.status === 'completed');
	return completed.find((job) => job.id === chosenId) ?? completed[0] ?? null;
}
