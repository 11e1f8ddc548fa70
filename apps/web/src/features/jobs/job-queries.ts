import { downloadButtonPollMs, generationPollMs, jobListPollMs } from '@adx/validators/limits';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react';
import { getHttpStatus } from '../../lib/api/error-messages.ts';
import { pollEvery } from '../../lib/api/query-client.ts';
import { isSessionEnded } from '../../lib/api/session-ended.ts';
import { type ApiQuery, type Job, type JobImage, jobListWithCover, trpc } from '../../lib/api/trpc.ts';
import { usePendingDecisions } from './actions/image-decisions.ts';
import { isUnfinished } from './job-summary.ts';

/** The caller's jobs, newest first; the download button asks more often than the page. */
export function useJobs(asker: 'page' | 'download-button' = 'page'): ApiQuery<Job[]> {
	const intervalMs = asker === 'page' ? jobListPollMs : downloadButtonPollMs;
	return trpc.generation.list.useQuery(jobListWithCover, { refetchInterval: pollEvery(intervalMs) });
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
	const phase = query.data?.phase;
	const before = useRef(phase);
	useEffect(() => {
		// The first answer is later than the list, too.
		const listed = utils.generation.list.getData(jobListWithCover)?.find(({ id }) => id === jobId);
		const known = before.current ?? listed?.phase;
		before.current = phase;
		if (phase === undefined || known === undefined || known === phase) return;
		void utils.generation.list.invalidate();
		void utils.database.stats.invalidate();
	}, [jobId, phase, utils]);
	return query;
}

/** Pictures that cannot be loaded ask for their job no more often. */
const pictureErrorGapMs = 5_000;

/**
 * Handler for pictures of a job that could not be loaded, anywhere below the element it is given to: the server may have
 * found out by that that their files are lost, and the job says so.
 */
export function usePictureErrors(jobId: string): (event: SyntheticEvent) => void {
	const utils = trpc.useUtils();
	const askedAtMs = useRef(0);
	return ({ target }) => {
		if (!(target instanceof HTMLImageElement) || Date.now() - askedAtMs.current < pictureErrorGapMs) return;
		askedAtMs.current = Date.now();
		void utils.generation.get.invalidate({ jobId });
	};
}

/** What is in view of a growing list of images is fetched again so often at most, */
const refreshGapMs = 1_000;
/** and all of it about so often per job. */
const refreshSteps = 40;

/** Changes whenever images of a job, in steps of so many, are worth fetching again; begins with the job's id. */
const advanceMark = ({ id, phase, progress, failedImages, redraws }: Job, step: number): string =>
	[id, phase, Math.floor(progress / step), Math.floor(failedImages / step), redraws].join(':');

/**
 * Calls back, for progress at most once a second, whenever images of a job are worth fetching again; `isStep` says whether so many have
 * come that this goes for those that nobody looks at as well. Another job is not an advance.
 */
export function useOnProgress(job: Job | undefined, onAdvance: (isStep: boolean) => void): void {
	const jobId = job?.id ?? '';
	const mark = job === undefined ? null : advanceMark(job, 1);
	const stepMark = job === undefined ? null : advanceMark(job, Math.max(1, Math.ceil(job.batchSize / refreshSteps)));
	/** Other than progress, both may be again what they were before the gap is over: that is told at once. */
	const turn = job === undefined ? null : `${job.phase}:${job.redraws}`;
	const last = useRef({ mark, stepMark, turn, atMs: 0 });
	const advance = useEffectEvent(() => {
		const isStep = last.current.stepMark !== stepMark;
		last.current = { mark, stepMark, turn, atMs: Date.now() };
		onAdvance(isStep);
	});
	useEffect(() => {
		if (last.current.mark?.startsWith(`${jobId}:`) !== true) last.current = { mark, stepMark, turn, atMs: 0 };
		if (last.current.mark === mark) return;
		if (last.current.turn !== turn) {
			advance();
			return;
		}
		const timer = setTimeout(advance, Math.max(0, last.current.atMs + refreshGapMs - Date.now()));
		return () => clearTimeout(timer);
	}, [jobId, mark, stepMark, turn]);
}

interface HeldImages {
	readonly state: { readonly data: unknown };
}

/** Whether something is still to come to a list of images that was fetched. */
export function hasPendingImages({ state }: HeldImages): boolean {
	const images = state.data as readonly JobImage[] | undefined;
	return images?.some((image) => image.state !== 'stored' || image.isRedrawing) !== false;
}

/**
 * `refetchInterval` of a list of images: while another version of one of them is being made, also while the page is told of
 * changes. The job's own count may rise and fall between two looks at it, and the news that a version is made may come before
 * the answer that it was asked for.
 */
export function pollWhileRegenerating({ state }: { readonly state: { readonly data: JobImage[] | undefined } }) {
	const isRedrawing = state.data?.some((image) => image.isRedrawing) === true;
	return isRedrawing && !isSessionEnded() && generationPollMs;
}

/** The first images of a job in token order: fresh for five minutes, fetched again as the job advances. */
export function useJobImages(job: Job | undefined, limit: number): ApiQuery<JobImage[]> {
	const utils = trpc.useUtils();
	const jobId = job?.id ?? '';
	useOnProgress(job, (isStep) => {
		const predicate = (query: HeldImages) => isStep || hasPendingImages(query);
		// An answer that takes longer than the gap would else never come.
		void utils.generation.listImages.invalidate({ jobId }, { predicate }, { cancelRefetch: isStep });
	});
	const decide = usePendingDecisions(jobId);
	return trpc.generation.listImages.useQuery(
		{ jobId, limit },
		{ enabled: job !== undefined, refetchInterval: pollWhileRegenerating, select: (images) => images.map(decide) },
	);
}
