import type { ImageMark } from '@adx/validators/generation/job-states';
import {
	type Mutation,
	type MutationFilters,
	useMutation,
	useMutationState,
	useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';

/** A mark that was given, and the one before it. */
export interface Decision {
	readonly image: JobImage;
	readonly mark: ImageMark;
	readonly before: ImageMark | null;
}

/** Decisions about one job's images are sent one after the other: each and its undoing must arrive in that order. */
export const getDecisionScope = ({ id }: Pick<Job, 'id'>) => ({ id: `marks-${id}` });

type PendingMark = readonly [imageId: string, mark: ImageMark | null];
type DecisionCall = { readonly imageId: string; readonly mark?: ImageMark | null } | Decision;

/** What a call decides about an image; null for one that shares the scope and decides nothing, and for one about many. */
function toPendingMark(call: Partial<DecisionCall> | undefined): PendingMark | null {
	if (call === undefined) return null;
	if ('before' in call && call.image !== undefined && call.before !== undefined) return [call.image.id, call.before];
	return 'imageId' in call && call.imageId !== undefined && call.mark !== undefined ? [call.imageId, call.mark] : null;
}

const pendingOf = (jobId: string): MutationFilters => ({
	status: 'pending',
	predicate: ({ options }) => options.scope?.id === getDecisionScope({ id: jobId }).id,
});

/**
 * Sends the decisions that still wait for the one before them when the page is closed or reloaded: their requests outlive
 * it. For each image the last one counts.
 */
export function useSendDecisionsOnLeave(jobId: string): void {
	const cache = useQueryClient().getMutationCache();
	const { generation: client } = trpc.useUtils().client;
	useEffect(() => {
		function send() {
			const waiting = cache.findAll(pendingOf(jobId)).filter(({ state }) => state.isPaused);
			const marks = waiting.map(({ state }) => toPendingMark(state.variables as Partial<DecisionCall> | undefined));
			// Nobody is left to read a refusal.
			for (const [imageId, mark] of new Map(marks.filter((mark) => mark !== null)))
				client.markImage.mutate({ imageId, mark }).catch(() => undefined);
		}
		window.addEventListener('pagehide', send);
		return () => window.removeEventListener('pagehide', send);
	}, [cache, client, jobId]);
}

/**
 * Shows images with the decisions that are still on their way to the server. Laid over what was fetched, they outlast a
 * fetch meanwhile, and one that is refused is gone by itself.
 */
export function usePendingDecisions(jobId: string): (image: JobImage) => JobImage {
	const pending = useMutationState({
		filters: pendingOf(jobId),
		select: ({ state }: Mutation<unknown, Error, Partial<DecisionCall>>) => toPendingMark(state.variables),
	});
	return useMemo(() => {
		const marks = new Map(pending.filter((mark) => mark !== null));
		return (image) => {
			const mark = marks.get(image.id);
			return mark === undefined || mark === image.mark ? image : { ...image, mark };
		};
	}, [pending]);
}

/** How the answers of a job's actions are taken over. */
interface DecisionUpdates {
	readonly setError: (error: string | null) => void;
	readonly putImages: (images: readonly JobImage[]) => void;
	readonly failed: (title: string) => (refusal: { readonly message: string }) => void;
}

/** Undoing looks first: another tab may have decided since. It waits its turn among the decisions. */
export function useUndo(job: Job, { setError, putImages, failed }: DecisionUpdates) {
	const { generation: client } = trpc.useUtils().client;
	return useMutation({
		scope: getDecisionScope(job),
		onMutate: () => setError(null),
		async mutationFn({ image: { id, tokenNumber }, mark, before }: Decision) {
			const [now] = await client.listImages.query({ jobId: job.id, from: tokenNumber - 1, limit: 1 });
			const isAsDecided = now?.id !== id || now.mark === mark;
			return isAsDecided ? await client.markImage.mutate({ imageId: id, mark: before }) : now;
		},
		onSuccess(image, { before }) {
			putImages([image]);
			if (image.mark === before) return;
			const words = image.mark ?? 'undecided';
			failed('Not Undone')({ message: `Another window has decided otherwise: ${imageTitle(image)} is ${words} now.` });
		},
		onError: failed('Not Undone'),
	});
}
