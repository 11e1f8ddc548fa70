import { showToast } from '@adx/ui/feedback/toast-store';
import type { AttributeJob, StartAttributesInput } from '@adx/validators/attributes';
import { attributePollMs } from '@adx/validators/limits';
import { useEffect, useRef, useState } from 'react';
import { getErrorReason, getHttpStatus } from '../../../lib/api/error-messages.ts';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type ApiQuery, trpc } from '../../../lib/api/trpc.ts';
import { useIdempotentMutation } from '../../../lib/api/use-idempotent-mutation.ts';
import { useIsMounted } from '../../../lib/hooks/use-is-mounted.ts';
import { useProblem } from '../../../lib/hooks/use-problem.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { attributesClient } from '../worker/attributes-client.ts';
import { type AttributesDraft, changeDraft, toRequest, toRunSubject } from './attributes-draft.ts';
import { isUnfinishedRun } from './run-status.ts';

const { start: texts, run, check } = attributeTexts;

/** The caller's last runs, newest first; asked again while one of them is under way. */
export const useRuns = (): ApiQuery<AttributeJob[]> =>
	trpc.attributes.list.useQuery(undefined, {
		refetchInterval: ({ state }) => state.data?.some(isUnfinishedRun) === true && pollEvery(attributePollMs)(),
	});

/** One run with its findings: asked every 2 s while it is under way, and until there is an answer. */
export function useRun(id: string | null): ApiQuery<AttributeJob> {
	const query = trpc.attributes.get.useQuery(
		{ id: id ?? '' },
		{
			enabled: id !== null,
			refetchInterval: ({ state: { data, error } }) => {
				if (getHttpStatus(error) === 404) return false;
				return (data === undefined || isUnfinishedRun(data)) && pollEvery(attributePollMs)();
			},
		},
	);
	useRunNotifications(query);
	return query;
}

/** Tells once what became of a run that was seen under way, and when asking about it begins to fail. */
function useRunNotifications({ data, error }: ApiQuery<AttributeJob>): void {
	const utils = trpc.useUtils();
	const seen = useRef<string | null>(null);
	const isFailing = error !== null && getHttpStatus(error) !== 404;
	useEffect(() => {
		if (data === undefined) return;
		if (isUnfinishedRun(data)) {
			seen.current = data.id;
			return;
		}
		if (seen.current !== data.id) return;
		seen.current = null;
		void utils.attributes.list.invalidate();
		if (data.status === 'completed') {
			showToast({ title: run.complete, description: run.completeText(data.totalImages), tone: 'success' });
		} else notifyFailed(data.errorMessage ?? texts.failed);
	}, [data, utils]);
	useEffect(() => {
		if (isFailing) showToast({ title: check.title, description: check.failed, tone: 'destructive' });
	}, [isFailing]);
}

function notifyFailed(message: string, error?: unknown): void {
	showFailure(texts.failedTitle, error, message);
}

/**
 * Hands the folder's list over, then starts the run; presses in between do nothing.
 * @param subject plain data: what is set and which folder is there
 */
export function useStartRun(subject: unknown, onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	const [phase, setPhase] = useState<'ready' | 'sending' | 'starting'>('ready');
	const [problem, setProblem] = useProblem(subject);
	const once = useSingleFlight();
	const { mutateAsync } = useIdempotentMutation(
		(input: StartAttributesInput, call) => utils.client.attributes.start.mutate(input, call),
		{ kind: 'attributes' },
	);
	// Started all the same when somebody looks at another page meanwhile, who is then left where they are.
	const isShown = useIsMounted();

	async function sendFolder(isAgain: boolean) {
		try {
			return await attributesClient.send(isAgain);
		} catch (error) {
			// The worker passes on a sentence alone: the access check knows whether the session ended.
			void utils.auth.check.invalidate();
			throw error;
		}
	}

	async function order(draft: AttributesDraft, isAgain: boolean) {
		setPhase('sending');
		const sent = await sendFolder(isAgain);
		setPhase('starting');
		const { folder, folderSize } = sent;
		try {
			return await mutateAsync({ ...toRequest(draft), folder, folderSize });
		} catch (error) {
			// The server forgets lists that nothing took up.
			if (isAgain || getErrorReason(error) !== 'upload_missing') throw error;
			return order(draft, true);
		}
	}

	function fail(message: string, error?: unknown): void {
		setProblem(message);
		notifyFailed(message, error);
	}

	async function start(draft: AttributesDraft): Promise<void> {
		setProblem(null);
		try {
			const { job, error } = await order(draft, false);
			if (job === null) return fail(error || texts.failed);
			utils.attributes.get.setData({ id: job.id }, job);
			// A worker may have changed it before this answer came; that change is told once.
			void utils.attributes.get.invalidate({ id: job.id });
			utils.attributes.list.setData(undefined, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
			void utils.attributes.list.invalidate();
			changeDraft({ lastRun: { jobId: job.id, subject: toRunSubject(draft) } });
			showToast({ title: texts.started, description: texts.startedText(job.totalImages), tone: 'success' });
			if (isShown.current) onStarted(job.id);
		} catch (error) {
			fail((error instanceof Error && error.message) || texts.failed, error);
		}
	}

	return {
		phase,
		/** Why the last try failed; null once there is another, or something else to start. */
		problem,
		start(draft: AttributesDraft) {
			if (!once.tryStart()) return;
			void start(draft).finally(() => {
				once.finish();
				setPhase('ready');
			});
		},
	};
}
