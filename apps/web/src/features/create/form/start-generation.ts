import { showToast } from '@adx/ui/feedback/toast-store';
import { getRequestId } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useIdempotentMutation } from '../../../lib/api/use-idempotent-mutation.ts';

type StartInput = Parameters<ReturnType<typeof trpc.useUtils>['client']['generation']['start']['mutate']>[0];

/** What went wrong with a start, in a sentence. */
export const getStartErrorMessage = (error: unknown): string =>
	error instanceof Error && error.message !== '' ? error.message : 'Failed to start generation';

export function useStartGeneration(onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	return useIdempotentMutation((input: StartInput, call) => utils.client.generation.start.mutate(input, call), {
		onSuccess({ jobId, job }) {
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
			showToast({
				title: 'Generation Failed',
				description: getStartErrorMessage(error),
				tone: 'destructive',
				requestId: getRequestId(error),
			});
		},
	});
}
