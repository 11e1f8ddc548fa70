import { classes } from '@adx/validators/catalogue/classes';
import { labelOf } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import type { Job, JobImage } from '../../lib/trpc.ts';

/** Remaining time as minutes:seconds; '--:--' while nothing is done, '00:00' when nothing is left. */
export function remainingText(elapsedS: number, progress: number, batchSize: number): string {
	if (progress === 0) return '--:--';
	const remainingS = Math.round((elapsedS / progress) * batchSize - elapsedS);
	if (remainingS <= 0) return '00:00';
	const twoDigits = (value: number) => String(value).padStart(2, '0');
	return `${twoDigits(Math.floor(remainingS / 60))}:${twoDigits(remainingS % 60)}`;
}

/** 0..100, whole. A job's progress counts images. */
export function percentOf(job: Pick<Job, 'progress' | 'batchSize'>): number {
	return job.batchSize === 0 ? 0 : Math.round((job.progress / job.batchSize) * 100);
}

export const isOpen = (job: Pick<Job, 'status'>) => job.status === 'pending' || job.status === 'generating';

/** The sentence above the bar of a job that is under way. */
export function workText(job: Pick<Job, 'status' | 'phase' | 'progress' | 'batchSize'>): string {
	if (job.status === 'pending') return 'Preparing generation...';
	if (job.phase === 'paused') return 'Paused';
	if (job.phase === 'cancelling') return 'Cancelling...';
	return 'Generating images...';
}

/** The sentence of a job that came to an end. */
export function outcomeText(job: Pick<Job, 'status' | 'phase' | 'totalImages' | 'batchSize' | 'errorMessage'>): string {
	if (job.status === 'failed') return job.errorMessage ?? 'Unknown error occurred';
	if (job.phase === 'partial' || job.phase === 'cancelled') {
		return `Stopped after ${job.totalImages} of ${job.batchSize} images`;
	}
	return 'Generation completed successfully!';
}

export const raceLabel = (value: string) => labelOf(races, value);
export const classLabel = (value: string) => labelOf(classes, value);

/** 'Elf, Half-Orc · Wizard' */
export const castText = (job: Pick<Job, 'races' | 'classes'>) =>
	`${job.races.map(raceLabel).join(', ')} · ${job.classes.map(classLabel).join(', ')}`;

/** 'bold classic · forest glade' */
export const lookText = (job: Pick<Job, 'artStyle' | 'backgroundType'>) =>
	`${spaced(job.artStyle)} · ${spaced(job.backgroundType)}`;

const spaced = (value: string) => value.replaceAll('-', ' ');

/** What a job is called where it has no name. */
export function jobTitle(job: Pick<Job, 'projectName' | 'number'>): string {
	return job.projectName === null || job.projectName === '' ? `Collection #${job.number}` : job.projectName;
}

export const latestCount = 5;

/** The newest jobs worth a preview, and how many there are of that kind. */
export function latestJobs(jobs: readonly Job[]): { latest: readonly Job[]; total: number } {
	const worthy = jobs.filter((job) => job.status === 'completed' || job.status === 'generating');
	return { latest: worthy.slice(0, latestCount).filter((job) => job.generatedImages.length > 0), total: worthy.length };
}

/** The job the floating button saves: the chosen one when it is completed, else the newest completed. */
export function downloadableJob(jobs: readonly Job[], chosenId: string | null): Job | null {
	const completed = jobs.filter((job) => job.status === 'completed');
	return completed.find((job) => job.id === chosenId) ?? completed[0] ?? null;
}

/** The job the page shows: the chosen one, else the first completed, else one under way. */
export function shownJobId(jobs: readonly Job[], chosenId: string | null): string | null {
	if (chosenId !== null) return chosenId;
	return (jobs.find((job) => job.status === 'completed') ?? jobs.find(isOpen))?.id ?? null;
}

export const imageTitle = ({ traits, tokenNumber }: Pick<JobImage, 'traits' | 'tokenNumber'>) =>
	`${raceLabel(traits.race)} ${classLabel(traits.class)} #${tokenNumber}`;

/** Where the bytes of an image's version are; they never change. */
export const imageFileUrl = ({ id, version }: Pick<JobImage, 'id' | 'version'>, size: '200' | '512' | 'full') =>
	`/api/images/${id}/file?version=${version ?? 1}&size=${size}`;
