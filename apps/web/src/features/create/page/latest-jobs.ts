import type { Job } from '../../../lib/api/trpc.ts';
import { isUnfinished } from '../../jobs/job-summary.ts';

export const latestCount = 5;

/** The newest jobs worth a preview, and how many there are of that kind. */
export function getLatestJobs(jobs: readonly Job[]): { latest: readonly Job[]; total: number } {
	const worthy = jobs.filter((job) => job.status === 'completed' || job.status === 'generating');
	return { latest: worthy.slice(0, latestCount).filter((job) => job.generatedImages.length > 0), total: worthy.length };
}

/** The job the page shows: the chosen one, else the first completed, else one under way. */
export function getVisibleJobId(jobs: readonly Job[], chosenId: string | null): string | null {
	if (chosenId !== null) return chosenId;
	return (jobs.find((job) => job.status === 'completed') ?? jobs.find(isUnfinished))?.id ?? null;
}
