import { showToast } from '@adx/ui/feedback/toast-store';
import { useMutation } from '@tanstack/react-query';
import { requestIdOf } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useRequestKey } from '../../../lib/api/use-idempotency-key.ts';

type StartInput = Parameters<ReturnType<typeof trpc.useUtils>['client']['generation']['start']['mutate']>[0];

/** What went wrong with a start, in a sentence. */
export const startProblem = (error: unknown): string =>
	error instanceof Error && error.message !== '' ? error.message : 'Failed to start generation';

/** Starts a job. The same request tried again after a failure carries the same key, so it can never start twice. */
export function useStartGeneration(onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	const requestKey = useRequestKey();
	return useMutation({
		mutationFn(input: StartInput) {
			return utils.client.generation.start.mutate(input, { context: { idempotencyKey: requestKey.keyOf(input) } });
		},
		onSuccess({ jobId, job }) {
			requestKey.onTaken();
			utils.generation.get.setData({ jobId }, job);
			void utils.generation.list.invalidate();
			showToast({
				title: 'Generation Started',
				description: `Started generating ${job.batchSize} ADX characters`,
				tone: 'success',
			});
			onStarted(jobId);
		},
		onError(error) {
			const requestId = requestIdOf(error);
			showToast({ title: 'Generation Failed', description: startProblem(error), tone: 'destructive', requestId });
		},
	});
}
