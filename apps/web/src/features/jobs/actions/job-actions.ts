import { isPaidEngine, makesVariations } from '@adx/validators/engines/engines';
import type { ImageMark, JobPhase } from '@adx/validators/generation/job-states';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorReason, getHttpStatus } from '../../../lib/api/error-messages.ts';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useReplaceImages } from '../images/image-pages.ts';
import { useRefreshDailyLimit } from './daily-limit.ts';
import { toKeyFields } from './engine-key.ts';
import { type Decision, getDecisionScope, useSendDecisionsOnLeave, useUndo } from './image-decisions.ts';
import { countInputImages, isLargeOrder } from './order-price.ts';

/** Work that a job needs a key for, or that costs money; the person is asked before it is sent. */
export type PaidRequest =
	| { readonly kind: 'resume' }
	| { readonly kind: 'retry' }
	| { readonly kind: 'regenerate'; readonly image: JobImage }
	| { readonly kind: 'regenerate-images'; readonly images: readonly JobImage[] }
	/** Those of them that are still missing or damaged when the order arrives. */
	| { readonly kind: 'regenerate-damaged'; readonly images: readonly JobImage[] }
	| { readonly kind: 'regenerate-rejected' };
/** Work as it is sent: what is rejected goes image by image, as it was looked over. */
export type PaidWork = Exclude<PaidRequest, { readonly kind: 'regenerate-rejected' }>;

/** What is said while a call's answer is awaited. */
export const pendingTexts = {
	pause: 'Pausing...',
	cancel: 'Cancelling...',
	resume: 'Resuming...',
	retry: 'Starting again...',
	regenerate: 'Starting...',
	regenerateImages: 'Starting...',
	lock: 'Locking...',
	unlock: 'Unlocking...',
	choose: 'Choosing...',
} as const;
type PendingCall = keyof typeof pendingTexts;

/** Everything that can be done to a job and its images. Each answer is taken over as it comes; only decisions are shown ahead. */
export interface JobActions {
	readonly pause: () => void;
	readonly cancel: () => void;
	/** Starts the work, or asks for key and consent first. */
	readonly begin: (work: PaidRequest) => void;
	/** What is being asked for; null when nothing is. */
	readonly asked: PaidRequest | null;
	/** `onTaken` is called once the server has taken the work, and the key with it. */
	readonly confirm: (work: PaidWork, apiKey: string | undefined, onTaken?: () => void) => void;
	readonly dismiss: () => void;
	readonly mark: (image: JobImage, mark: ImageMark | null) => void;
	/** Gives the mark before back, unless somebody has decided otherwise meanwhile: then it says so and leaves it. */
	readonly undo: (decision: Decision) => void;
	readonly toggleLock: (image: JobImage) => void;
	readonly choose: (image: JobImage, version: number) => void;
	/** The call whose answer is awaited; null when none is. Marks are saved in the background and do not count. */
	readonly pending: PendingCall | null;
	/** The same in words. */
	readonly busyText: string | null;
	/** Why no image can be generated again right now; null when one can. */
	readonly redrawObstacle: string | null;
	/** Whether an image made again becomes another picture, and not the one that is lost. */
	readonly makesVariations: boolean;
	/** What went wrong last; gone with the next try, or once it is cleared. */
	readonly error: string | null;
	readonly clearError: () => void;
}

/** Whether the person is asked first: for the key, for what it costs, or to look over what will be replaced. */
function needsConfirmation(config: ReturnType<typeof useAccess>['config'], job: Job, { kind }: PaidWork): boolean {
	if (kind === 'regenerate-images' || kind === 'regenerate-damaged') return true;
	if (job.needsApiKey) return true;
	if (!isPaidEngine(job.engine)) return false;
	if (kind === 'regenerate') return true;
	const images = kind === 'resume' ? job.imagesToResume : job.imagesToRetry;
	return isLargeOrder(config, {
		engine: job.engine,
		images,
		model: job.model ?? '',
		inputImages: countInputImages(job),
	});
}

/** Takes answers over and shows what went wrong; the same for every action of a job. */
function useApplyUpdates(job: Job) {
	const utils = trpc.useUtils();
	const putImages = useReplaceImages();
	const [asked, setAsked] = useState<PaidRequest | null>(null);
	const [error, setError] = useState<string | null>(null);

	async function takeJob(next: Job) {
		setAsked(null);
		// An answer that set out earlier must not overwrite this one.
		await utils.generation.get.cancel({ jobId: job.id });
		utils.generation.get.setData({ jobId: job.id }, next);
		// A worker may have changed it before this answer came; that change is told once.
		void utils.generation.get.invalidate({ jobId: job.id });
		void utils.generation.list.invalidate();
		void utils.generation.listImages.invalidate({ jobId: job.id });
	}
	function takeImage(next: JobImage) {
		setAsked(null);
		putImages([next]);
		void utils.generation.get.invalidate({ jobId: job.id });
		void utils.generation.listVersions.invalidate({ imageId: next.id });
	}
	const failed = (title: string) => (refusal: { readonly message: string }) => {
		setError(refusal.message);
		// The page then finds out whether the job was deleted.
		if (getHttpStatus(refusal) === 404) void utils.generation.get.invalidate({ jobId: job.id });
		showFailure(title, refusal);
	};
	/** Asks for the key where the page believed that the server still had it. */
	const failedPaid = (title: string, work: PaidRequest) => (refusal: { readonly message: string }) => {
		if (getErrorReason(refusal) === 'key_required' && asked === null) setAsked(work);
		else failed(title)(refusal);
	};
	return {
		asked,
		setAsked,
		error,
		setError,
		putImages,
		failed,
		failedPaid,
		forJob: { onMutate: () => setError(null), onSuccess: takeJob },
		forImage: { onMutate: () => setError(null), onSuccess: takeImage },
	};
}

type Updates = ReturnType<typeof useApplyUpdates>;
const { generation } = trpc;

function useJobHandlers(job: Job, { forJob, failed, failedPaid }: Updates) {
	const onResumeError = failedPaid('Not Resumed', { kind: 'resume' });
	const onRetryError = failedPaid('Not Tried Again', { kind: 'retry' });
	const onSettled = useRefreshDailyLimit();
	const onError = failed('Not Generated Again');
	return {
		pause: generation.pause.useMutation({ ...forJob, onError: failed('Not Paused') }),
		cancel: generation.cancel.useMutation({ ...forJob, onError: failed('Not Cancelled') }),
		resume: generation.resume.useMutation({ ...forJob, onError: onResumeError }),
		retry: generation.retry.useMutation({ ...forJob, onError: onRetryError }),
		// What was decided before arrives before: a version that is made takes the decision about the one before it away.
		regenerateImages: generation.regenerateImages.useMutation({
			...forJob,
			scope: getDecisionScope(job),
			onError,
			onSettled,
		}),
	};
}

function useImageHandlers(job: Job, { forImage, putImages, failed }: Updates) {
	const onSettled = useRefreshDailyLimit();
	const onError = failed('Not Generated Again');
	return {
		regenerate: generation.regenerateImage.useMutation({
			...forImage,
			scope: getDecisionScope(job),
			onError,
			onSettled,
		}),
		lock: generation.lockImage.useMutation({ ...forImage, onError: failed('Not Locked') }),
		unlock: generation.unlockImage.useMutation({ ...forImage, onError: failed('Not Unlocked') }),
		choose: generation.chooseVersion.useMutation({ ...forImage, onError: failed('Not Chosen') }),
		// One after the other: a decision and its undoing must arrive in that order.
		mark: generation.markImage.useMutation({
			...forImage,
			scope: getDecisionScope(job),
			onSuccess: (image) => putImages([image]),
			onError: failed('Decision Not Saved'),
		}),
	};
}

/** The actions of one job. */
export function useJobActions(job: Job): JobActions {
	const { config } = useAccess();
	const answers = useApplyUpdates(job);
	const { asked, setAsked, error, setError } = answers;
	const { pause, cancel, resume, retry, regenerateImages } = useJobHandlers(job, answers);
	const { regenerate, lock, unlock, choose, mark } = useImageHandlers(job, answers);
	const undo = useUndo(job, answers);
	useSendDecisionsOnLeave(job.id);
	const once = useSingleFlight();

	function confirm(work: PaidWork, apiKey: string | undefined, onTaken?: () => void) {
		if (!once.tryStart()) return;
		const settled = { onSettled: once.finish, onSuccess: () => onTaken?.() };
		const key = apiKey === undefined ? {} : toKeyFields(job.engine, apiKey);
		const jobId = job.id;
		if (work.kind === 'resume') resume.mutate({ jobId, ...key }, settled);
		else if (work.kind === 'retry') retry.mutate({ jobId, ...key }, settled);
		else if (work.kind === 'regenerate') {
			const { id: imageId, isDamaged } = work.image;
			regenerate.mutate({ imageId, ...(isDamaged ? { ifDamaged: true } : {}), ...key }, settled);
		} else {
			const ifDamaged = work.kind === 'regenerate-damaged' ? { ifDamaged: true } : {};
			regenerateImages.mutate({ jobId, imageIds: work.images.map(({ id }) => id), ...ifDamaged, ...key }, settled);
		}
	}
	function change(verb: typeof pause | typeof cancel) {
		if (once.tryStart()) verb.mutate({ jobId: job.id }, { onSettled: once.finish });
	}

	const calls = { pause, cancel, resume, retry, regenerate, regenerateImages, lock, unlock, choose };
	const pending = (Object.keys(pendingTexts) as PendingCall[]).find((name) => calls[name].isPending) ?? null;

	return {
		pause: () => change(pause),
		cancel: () => change(cancel),
		begin(work) {
			setError(null);
			if (work.kind === 'regenerate-rejected' || needsConfirmation(config, job, work)) setAsked(work);
			else confirm(work, undefined);
		},
		asked,
		confirm,
		dismiss() {
			setAsked(null);
			setError(null);
		},
		mark: (image, next) => mark.mutate({ imageId: image.id, mark: next }),
		undo: undo.mutate,
		toggleLock: (image) => (image.locked ? unlock : lock).mutate({ imageId: image.id }),
		choose: (image, version) => choose.mutate({ imageId: image.id, version }),
		pending,
		busyText: pending && pendingTexts[pending],
		redrawObstacle: redrawObstacles[job.phase] ?? null,
		makesVariations: makesVariations(job.engine),
		error,
		clearError: () => setError(null),
	};
}

const redrawObstacles: Readonly<Partial<Record<JobPhase, string>>> = {
	paused: 'The job is paused: resume it first',
	cancelling: 'The job is being cancelled: wait a moment',
};

/** Cancels several jobs one after the other; the first refusal ends it. */
export function useCancelQueued() {
	const utils = trpc.useUtils();
	const { mutate, isPending } = useMutation({
		async mutationFn(jobs: readonly Job[]) {
			for (const { id } of jobs) await utils.client.generation.cancel.mutate({ jobId: id });
		},
		onError: (error) => showFailure('Not Cancelled', error),
		onSettled() {
			void utils.generation.list.invalidate();
			void utils.generation.get.invalidate();
		},
	});
	return { cancelAll: (jobs: readonly Job[]) => mutate(jobs), isPending };
}
