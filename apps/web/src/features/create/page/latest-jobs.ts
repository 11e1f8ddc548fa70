import { formatNumber } from '@adx/validators/format-number';
import type { Job } from '../../../lib/api/trpc.ts';
import { phaseLabels } from '../../jobs/job-labels.ts';
import { isUnfinished } from '../../jobs/job-summary.ts';

export const latestCount = 5;

/** The newest jobs worth a preview, and how many there are of that kind. */
export function getLatestJobs(jobs: readonly Job[]): { latest: readonly Job[]; total: number } {
	const worthy = jobs.filter(isWorthy);
	return { latest: worthy.slice(0, latestCount).filter((job) => job.generatedImages.length > 0), total: worthy.length };
}

const isWorthy = ({ status }: Job) => status === 'completed' || status === 'generating';

/** 'Show all 22, with 1 failed': more than the total above counts, and which ones. */
export function formatShowAll(jobs: readonly Job[]): string {
	const states = jobs.filter((job) => !isWorthy(job)).map(({ phase }) => phaseLabels[phase].toLowerCase());
	const counted = [...new Set(states)].map(
		(state) => `${formatNumber(states.filter((other) => other === state).length)} ${state}`,
	);
	const all = `Show all ${formatNumber(jobs.length)}`;
	return counted.length === 0 ? all : `${all}, with ${new Intl.ListFormat('en-GB').format(counted)}`;
}

/** The job the page shows: the chosen one, else the first completed, else one under way. */
export function getVisibleJobId(jobs: readonly Job[], chosenId: string | null): string | null {
	if (chosenId !== null) return chosenId;
	return (jobs.find((job) => job.status === 'completed') ?? jobs.find(isUnfinished))?.id ?? null;
}
