import type { ImageMark } from '@adx/validators/generation/job-states';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { useUpdateImages } from '../images/image-pages.ts';
import { formatImageCount } from '../job-labels.ts';
import { getDecisionScope } from './image-decisions.ts';

/** One decision about many images: all of them, or none. */
export interface BulkActions {
	readonly mark: (images: readonly JobImage[], mark: ImageMark) => void;
	readonly lock: (images: readonly JobImage[], isLocked: boolean) => void;
	/** 'Keeping 312 images...'; null when nothing is under way. */
	readonly busyText: string | null;
	/** What went wrong last; gone with the next try. */
	readonly error: string | null;
}

interface Review {
	readonly mark?: ImageMark;
	readonly locked?: boolean;
}

/** Decides about many images of one job in one call, those left out that need no change. */
export function useBulkActions(job: Job): BulkActions {
	const changeImages = useUpdateImages();
	const { generation } = trpc.useUtils();
	const { mutate, isPending, variables, error } = trpc.generation.reviewImages.useMutation({
		// In turn with the decisions on single images.
		scope: getDecisionScope(job),
		onError: (failure) => showFailure('Nothing Changed', failure),
		onSettled: () => void generation.get.invalidate({ jobId: job.id }),
	});
	function review(images: readonly JobImage[], change: Review) {
		if (images.length === 0) return;
		const onSuccess = () => changeImages(images, (image) => ({ ...image, ...change }));
		mutate({ jobId: job.id, imageIds: images.map(({ id }) => id), ...change }, { onSuccess });
	}
	return {
		mark: (images, mark) =>
			review(
				images.filter((image) => image.mark !== mark),
				{ mark },
			),
		lock: (images, locked) =>
			review(
				images.filter((image) => image.locked !== locked),
				{ locked },
			),
		busyText: isPending ? `${wordsOf(variables)} ${formatImageCount(variables.imageIds.length)}...` : null,
		error: error?.message ?? null,
	};
}

function wordsOf({
	mark,
	locked,
}: {
	readonly mark?: ImageMark | null | undefined;
	readonly locked?: boolean | undefined;
}) {
	if (mark === undefined) return locked === true ? 'Locking' : 'Unlocking';
	return mark === 'kept' ? 'Keeping' : 'Rejecting';
}
