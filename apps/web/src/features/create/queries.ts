import { showToast } from '@adx/ui/toast-store';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';

type StartInput = Parameters<ReturnType<typeof trpc.useUtils>['client']['generation']['start']['mutate']>[0];

function newIdempotencyKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Starts a job. The same request tried again after a failure carries the same key, so it can never start twice. */
export function useStartGeneration(onStarted: (jobId: string) => void) {
	const utils = trpc.useUtils();
	const lastTry = useRef<{ body: string; key: string } | null>(null);
	return useMutation({
		mutationFn(input: StartInput) {
			const body = JSON.stringify(input);
			if (lastTry.current?.body !== body) lastTry.current = { body, key: newIdempotencyKey() };
			return utils.client.generation.start.mutate(input, { context: { idempotencyKey: lastTry.current.key } });
		},
		onSuccess({ jobId, job }) {
			lastTry.current = null;
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
			const description = error.message === '' ? 'Failed to start generation' : error.message;
			showToast({ title: 'Generation Failed', description, tone: 'destructive' });
		},
	});
}
