import { showToast } from '@adx/ui/feedback/toast-store';
import { useMutation } from '@tanstack/react-query';
import { getRequestId } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts';

type StartInput = Parameters<ReturnType<typeof trpc.useUtils>['client']['generation']['start']['mutate']>[0];

/** What went wrong with a start, in a sentence. */
export const getStartErrorMessage = (error: unknown): string =>
	error instanceof Error && error.message !== '' ? error.message : 'Failed to start generation';

/** Starts a job. The same request tried again after a failure carries the same key, so it can never start twice. */
export function useStartGeneration(onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	const requestKey = useIdempotencyKey();
	return useMutation({
		mutationFn(input: StartInput) {
			return utils.client.generation.start.mutate(input, { context: { idempotencyKey: requestKey.getKey(input) } });
		},
		onSuccess({ jobId, job }) {
			requestKey.reset();
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
			const requestId = getRequestId(error);
			showToast({
				title: 'Generation Failed',
				description: getStartErrorMessage(error),
				tone: 'destructive',
				requestId,
			});
		},
	});
}
