import { showToast } from '@adx/ui/feedback/toast-store';
import { mergePollMs, mergePollSelectedMs } from '@adx/validators/limits';
import type { InputCollection, LeftOutFiles, MergeJob, UpdateMergeInput } from '@adx/validators/merge';
import { useRef, useState } from 'react';
import { isNotFound, isRefusal } from '../../../lib/api/error-messages.ts';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type ApiQuery, trpc } from '../../../lib/api/trpc.ts';
import { useIdempotentMutation } from '../../../lib/api/use-idempotent-mutation.ts';
import { useIsMounted } from '../../../lib/hooks/use-is-mounted.ts';
import { useProblem } from '../../../lib/hooks/use-problem.ts';
import { changeDraft, type MergeDraft, toCollectionsKey, toMergeOptions } from '../merge-draft.ts';
import { getStartErrorMessage } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { removeUnshownStart, storeUnshownStart } from './unshown-start.ts';

/** The caller's merges, newest first: asked every 2 s while one is selected, else every 30 s. */
export const useMerges = (isOneSelected: boolean): ApiQuery<MergeJob[]> =>
	trpc.merge.list.useQuery({}, { refetchInterval: pollEvery(isOneSelected ? mergePollSelectedMs : mergePollMs) });

/** A merge with its first images, once there are any. */
export const useMergeDetail = (job: MergeJob): ApiQuery<MergeJob> =>
	trpc.merge.get.useQuery({ jobId: job.id }, { enabled: job.status === 'completed' });

const startInputOf = (draft: MergeDraft, inputCollections: readonly InputCollection[], leftOut: LeftOutFiles) => ({
	projectName: draft.projectName,
	description: draft.description,
	inputCollections: [...inputCollections],
	options: toMergeOptions(draft),
	...(draft.isHidden ? { hidden: true } : {}),
	...(Object.keys(leftOut).length === 0 ? {} : { leftOut }),
});

/**
 * Sends what is missing, then starts the merge; presses in between do nothing.
 * @param subject plain data: what is set and which collections there are
 * @param shownId the merge on show; null for none
 */
export function useStartMerge(subject: unknown, shownId: string | null, onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	const [phase, setPhase] = useState<'ready' | 'sending' | 'starting'>('ready');
	const [problem, setProblem] = useProblem(subject);
	const press = useRef<AbortController | null>(null);
	const { mutateAsync } = useIdempotentMutation(
		(input: ReturnType<typeof startInputOf>, call) => utils.client.merge.start.mutate(input, call),
		{ kind: 'merge' },
	);
	// Started all the same when somebody looks at another page meanwhile, who is then left where they are.
	const isShown = useIsMounted();

	async function prepareAndStart(draft: MergeDraft, signal: AbortSignal): Promise<void> {
		try {
			const inputCollections = await mergerClient.prepare(signal);
			const startedWith = toCollectionsKey(mergerClient.store.getState().collections);
			// From here on it cannot be cancelled.
			setPhase('starting');
			const leftOut = await mergerClient.getLeftOut();
			const knownIds = utils.merge.list.getData({})?.map(({ id }) => id);
			const { ownerId, projectName } = draft;
			if (knownIds !== undefined) storeUnshownStart({ ownerId, projectName, startedWith, knownIds, shownId });
			const { jobId, job } = await mutateAsync(startInputOf(draft, inputCollections, leftOut));
			changeDraft({ startedWith, follows: '' });
			utils.merge.list.setData({}, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== jobId)]);
			void utils.merge.list.invalidate();
			const { started, startedText } = mergerTexts.start;
			showToast({ title: started, description: startedText(job.projectName), tone: 'success' });
			if (!isShown.current) return;
			removeUnshownStart();
			onStarted(jobId);
		} catch (error) {
			if (signal.aborted) return;
			if (isRefusal(error)) removeUnshownStart();
			const { failedTitle } = mergerTexts.start;
			const description = getStartErrorMessage(error);
			setProblem(description);
			showFailure(failedTitle, error, description);
		}
	}

	return {
		phase,
		/** Why the last try failed; null once there is another, or something else to start. */
		problem,
		start(draft: MergeDraft) {
			if (press.current !== null) return;
			const own = new AbortController();
			press.current = own;
			setPhase('sending');
			setProblem(null);
			void prepareAndStart(draft, own.signal).finally(() => {
				if (press.current !== own) return;
				press.current = null;
				setPhase('ready');
			});
		},
		/** Stops waiting for the images; they are sent all the same. */
		cancel() {
			if (phase !== 'sending') return;
			press.current?.abort();
			press.current = null;
			setPhase('ready');
		},
	};
}

/** Puts a changed merge into the lists that show it. */
function useCacheMerge() {
	const utils = trpc.useUtils();
	return (job: MergeJob) => {
		utils.merge.list.setData({}, (jobs) =>
			jobs?.map((known) => (known.id === job.id ? { ...known, ...withoutImages(job) } : known)),
		);
		void utils.merge.get.invalidate({ jobId: job.id });
		void utils.merge.gallery.invalidate();
		void utils.merge.collection.invalidate({ collectionId: job.id });
	};
}

const withoutImages = ({ mergedImages: _images, ...job }: MergeJob) => job;

/**
 * What to say of a call about a merge that failed, its own words by default. Of one that is gone the list is asked for
 * again, by which the page says so too, with a way on.
 */
export function useMergeFailure() {
	const utils = trpc.useUtils();
	return (error: unknown, message = error instanceof Error ? error.message : ''): string => {
		if (!isNotFound(error)) return message;
		void utils.merge.list.invalidate();
		return mergerTexts.list.gone;
	};
}

/** Changes how a merge is listed. */
export function useUpdateMerge() {
	const cache = useCacheMerge();
	const update = trpc.merge.update.useMutation({ onSuccess: cache });
	return { isPending: update.isPending, update: (input: UpdateMergeInput) => update.mutateAsync(input) };
}

/** Takes a merge out of the gallery or puts it back. */
export function useMergeVisibility() {
	const cache = useCacheMerge();
	const hide = trpc.merge.hide.useMutation({ onSuccess: cache });
	const show = trpc.merge.show.useMutation({ onSuccess: cache });
	return {
		isPending: hide.isPending || show.isPending,
		setHidden: (jobId: string, hidden: boolean) => (hidden ? hide : show).mutateAsync({ jobId }),
	};
}
