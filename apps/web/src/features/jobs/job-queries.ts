import { downloadButtonPollMs, generationPollMs, jobListPollMs } from '@adx/validators/limits';
import { useEffect, useRef } from 'react';
import { getHttpStatus } from '../../lib/api/error-messages.ts';
import { pollEvery } from '../../lib/api/query-client.ts';
import { type ApiQuery, type Job, type JobImage, jobListInput, trpc } from '../../lib/api/trpc.ts';
import { isUnfinished } from './job-summary.ts';

/** The caller's jobs, newest first; the download button asks more often than the page. */
export function useJobs(asker: 'page' | 'download-button' = 'page'): ApiQuery<Job[]> {
	const intervalMs = asker === 'page' ? jobListPollMs : downloadButtonPollMs;
	return trpc.generation.list.useQuery(jobListInput, { refetchInterval: pollEvery(intervalMs) });
}

/** One job, asked every 3 s until it is completed or failed, and while another version of an image is being made. */
export function useJob(jobId: string | null): ApiQuery<Job> {
	const utils = trpc.useUtils();
	const query = trpc.generation.get.useQuery(
		{ jobId: jobId ?? '' },
		{
			enabled: jobId !== null,
			refetchInterval: ({ state }) => {
				if (getHttpStatus(state.error) === 404) return false;
				const isMoving = state.data === undefined || isUnfinished(state.data) || state.data.redraws > 0;
				return isMoving && pollEvery(generationPollMs)();
			},
		},
	);
	const status = query.data?.status;
	const before = useRef(status);
	useEffect(() => {
		// The first answer is later than the list, too.
		const listed = utils.generation.list.getData(jobListInput)?.find(({ id }) => id === jobId);
		const known = before.current ?? listed?.status;
		before.current = status;
		if (status === undefined || known === undefined || known === status) return;
		void utils.generation.list.invalidate();
		void utils.database.stats.invalidate();
	}, [jobId, status, utils]);
	return query;
}

/** How often a growing list of images is fetched again: at most about forty times per job. */
const refreshSteps = 40;

/** Changes whenever the images of a job are worth fetching again; begins with the job's id. */
function advanceMark(job: Job): string {
	const step = Math.max(1, Math.ceil(job.batchSize / refreshSteps));
	const { id, phase, progress, failedImages, redraws } = job;
	return [id, phase, Math.floor(progress / step), Math.floor(failedImages / step), redraws].join(':');
}

/** Calls back whenever the images of a job are worth fetching again; another job is no advance. */
export function useOnProgress(job: Job | undefined, onAdvance: () => void): void {
	const jobId = job?.id ?? '';
	const mark = job === undefined ? null : advanceMark(job);
	const lastMark = useRef(mark);
	useEffect(() => {
		const isSameJob = lastMark.current?.startsWith(`${jobId}:`) === true;
		const hasAdvanced = isSameJob && lastMark.current !== mark;
		lastMark.current = mark;
		if (hasAdvanced) onAdvance();
	}, [jobId, mark, onAdvance]);
}

/**
 * `refetchInterval` of a list of images: while another version of one of them is being made. The job's own count may rise
 * and fall between two looks at it.
 */
export function pollWhileRegenerating({ state }: { readonly state: { readonly data: JobImage[] | undefined } }) {
	const isRedrawing = state.data?.some((image) => image.isRedrawing) === true;
	return isRedrawing && pollEvery(generationPollMs)();
}

/** The first images of a job in token order: fresh for five minutes, fetched again as the job advances. */
export function useJobImages(job: Job | undefined, limit: number): ApiQuery<JobImage[]> {
	const utils = trpc.useUtils();
	const jobId = job?.id ?? '';
	useOnProgress(job, () => void utils.generation.listImages.invalidate({ jobId }));
	return trpc.generation.listImages.useQuery(
		{ jobId, limit },
		{ enabled: job !== undefined, refetchInterval: pollWhileRegenerating },
	);
}
