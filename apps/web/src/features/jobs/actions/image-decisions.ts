import type { ImageMark } from '@adx/validators/generation/job-states';
import { useMutation } from '@tanstack/react-query';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';

/** A mark that was given, and the one before it. */
export interface Decision {
	readonly image: JobImage;
	readonly mark: ImageMark;
	readonly before: ImageMark | null;
}

/** Decisions about one job's images are sent one after the other: each and its undoing must arrive in that order. */
export const getDecisionScope = ({ id }: Job) => ({ id: `marks-${id}` });

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
