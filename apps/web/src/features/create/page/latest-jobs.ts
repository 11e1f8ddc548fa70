import type { Job } from '../../../lib/api/trpc.ts';
import { isOpen } from '../../jobs/job-summary.ts';

export const latestCount = 5;

/** The newest jobs worth a preview, and how many there are of that kind. */
export function latestJobs(jobs: readonly Job[]): { latest: readonly Job[]; total: number } {
	const worthy = jobs.filter((job) => job.status === 'completed' || job.status === 'generating');
	return { latest: worthy.slice(0, latestCount).filter((job) => job.generatedImages.length > 0), total: worthy.length };
}

/** The job the page shows: the chosen one, else the first completed, else one under way. */
export function shownJobId(jobs: readonly Job[], chosenId: string | null): string | null {
	if (chosenId !== null) return chosenId;
	return (jobs.find((job) => job.status === 'completed') ?? jobs.find(isOpen))?.id ?? null;
}
