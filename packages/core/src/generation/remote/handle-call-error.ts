import { transact } from '@adx/db/client/transact';
import { setKeyVerified, switchModel } from '@adx/db/repositories/generation/job-phases';
import { announceWaits } from '@adx/db/repositories/generation/job-waits';
import { getCostUsd } from '../../engines/call-cost.ts';
import { getServiceSettings } from '../../engines/service-settings.ts';
import { EngineError, type EngineErrorKind, type RemoteCall } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { getActiveSpan } from '../../platform/tracing/tracing.ts';
import { decideFailure, type FailureDecision } from '../run/decide-failure.ts';
import type { RemoteImageTask } from '../run/image-task.ts';
import { giveUp, releaseAndStop, releaseForRetry } from '../run/release-row.ts';
import { stopJob } from '../run/stop-job.ts';
import { throttleKey } from './key-leases.ts';
import { recordSuccess, recordTransient } from './model-circuit-breaker.ts';

/** After so many rejected requests in a row the next one would be rejected too. */
const requestFailuresMax = 3;
/** Answers that the service gives only to a key it accepts. */
const provingKinds: readonly (EngineErrorKind | 'engine')[] = ['no_image', 'blocked', 'bad_image'];

/** Does with image, job, key and model what `decideFailure` says about a call that gave no picture. */
export async function handleCallError(
	services: Services,
	work: RemoteImageTask,
	{ error, random }: { readonly error: unknown; readonly random: number },
): Promise<void> {
	const { row, job, model, calledModel, apiKeyId } = work;
	const failure = toFailure(error);
	const { kind, retryAfterMs } = failure;
	getActiveSpan()?.fail(kind);
	countRemoteCall(services, model, kind, failure.call);
	services.log.warn({ kind, message: failure.message, imageId: row.id, tries: row.tries }, 'image was not painted');
	const { tries: failureCounts, attempts: timesClaimed } = row;
	const decision = decideFailure({ kind, failureCounts, timesClaimed, retryAfterMs, random });
	await act(services, work, { decision, failure });
	const isModelClosed = kind === 'transient' && (await recordTransient(services, calledModel));
	if (waitingKinds.includes(kind))
		await announceWaits(services.db, { apiKeyId, model: isModelClosed ? calledModel : null });
	if (!provingKinds.includes(kind)) return;
	await recordSuccess(services, calledModel);
	if (!job.keyProven) await setKeyVerified(services.db, job.id, apiKeyId, true);
}

/** Failures after which a job may have to wait. */
const waitingKinds: readonly (EngineErrorKind | 'engine')[] = ['throttle', 'day_quota', 'transient'];

/** Counts a call for who watches the server, with what it cost; a call that was refused unpaid cost nothing. */
export function countRemoteCall(
	{ metrics }: Services,
	model: string,
	result: EngineErrorKind | 'engine' | 'picture' | 'unanswered',
	call: RemoteCall | null,
): void {
	metrics.paidCalls.inc({ model, result });
	metrics.paidUsd.inc({ model }, call === null ? 0 : getCostUsd(call));
}

interface Failure extends Pick<EngineError, 'message' | 'retryAfterMs' | 'call'> {
	readonly kind: EngineErrorKind | 'engine';
}

/** An error of another kind may hold anything, the key included: nothing of it is kept. */
function toFailure(error: unknown): Failure {
	if (error instanceof EngineError) return error;
	return { kind: 'engine', message: 'The answer could not be used.', retryAfterMs: null, call: null };
}

async function act(
	services: Services,
	work: RemoteImageTask,
	{ decision, failure }: { readonly decision: FailureDecision; readonly failure: Failure },
): Promise<void> {
	const { apiKeyId, job } = work;
	const { message, call } = failure;
	switch (decision.action) {
		case 'retry':
			return releaseForRetry(services, work, { ...decision, message, call });
		case 'rest':
			if (decision.isDoubted) await setKeyVerified(services.db, job.id, apiKeyId, false);
			await throttleKey({ db: services.db, limits: getServiceSettings(services, job.engine) }, apiKeyId, decision);
			return releaseForRetry(services, work, { ...decision, delayMs: 0, countAttempt: false, message, call });
		case 'give_up': {
			const after = await giveUp(services, work, { failure: decision.failure, message, call });
			if (after !== null && after.requestFailures >= requestFailuresMax) await refuseAll(services, work, message);
			return;
		}
		case 'stop':
			return releaseAndStop(services, work, { reason: decision.reason, message, apiKeyId, call });
		case 'next_model':
			return moveOn(services, work, failure);
	}
}

async function refuseAll({ db, clock }: Services, { job, apiKeyId }: RemoteImageTask, message: string): Promise<void> {
	const stop = { reason: 'requests_refused', message, apiKeyId, now: clock() } as const;
	await transact(db, (trx) => stopJob(trx, job.id, stop));
}

/** The next configured model, once; a call that fails the same way at the same time finds the job already moved. */
async function moveOn(services: Services, work: RemoteImageTask, { message, call }: Failure): Promise<void> {
	const { job, model, row, apiKeyId } = work;
	const { models } = getServiceSettings(services, job.engine);
	// The operator's list is for no address in particular.
	const next = job.engineAddress === null ? models[models.indexOf(model) + 1] : undefined;
	if (job.modelMoved || next === undefined) {
		return releaseAndStop(services, work, { reason: 'model_gone', message, apiKeyId, call });
	}
	await switchModel(services.db, job.id, model, next);
	return releaseForRetry(services, work, { delayMs: 0, failureCounts: row.tries, countAttempt: false, message, call });
}
